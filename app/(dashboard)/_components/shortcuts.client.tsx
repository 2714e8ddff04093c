"use client";

import { Modal } from "@mantine/core";
import classes from "./shortcuts.module.css";

const KEYS = [
  { keys: ["/"], what: "Search tables, incidents, keys, pages and actions" },
  { keys: ["Ctrl", "K"], what: "Search, also while typing; Cmd on a Mac" },
  { keys: ["↑", "↓"], what: "Move through the list of tables" },
  { keys: ["↵"], what: "Open the chosen one" },
  { keys: ["Esc"], what: "Close what is open" },
  { keys: ["?"], what: "Show these keys" },
] as const;

/** What the keyboard can do, on every page. */
export function Shortcuts({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Keyboard"
      size={420}
      transitionProps={{ duration: 120 }}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <dl className={classes["keys"]}>
        {KEYS.map(({ keys, what }) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
