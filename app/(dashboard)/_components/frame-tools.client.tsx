"use client";

import { ActionIcon, Menu } from "@mantine/core";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from "react";
import { useStoredAuthor } from "#app/_ui/author.client.ts";
import { ThemeSwitch } from "#app/_ui/theme-switch.client.tsx";
import { PAGES } from "./pages.ts";
import classes from "./frame-tools.module.css";

const loadPalette = async () => await import("./palette.client.tsx");
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));
const Signature = lazy(async () => ({ default: (await import("./signature.client.tsx")).Signature }));
const Shortcuts = lazy(async () => ({ default: (await import("./shortcuts.client.tsx")).Shortcuts }));

/** The right of the top bar: search, theme and, on a phone, the menu; with the keys that work on every page. */
export function FrameTools() {
  const [signatureShown, setSignatureShown] = useState<boolean | null>(null);
  const author = useStoredAuthor();
  const [keysShown, setKeysShown] = useState<boolean | null>(null);
  const { openPalette, wanted, text, setText } = usePalette();
  const showKeys = useCallback(() => setKeysShown(true), []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key === "?" && !hasModifier(event) && !isTyping(event.target)) showKeys();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [showKeys]);
  return (
    <div className={classes["tools"]}>
      <button type="button" className={classes["search"]} onClick={openPalette} aria-keyshortcuts="/ Control+K Meta+K">
        <Magnifier />
        <span>Search tables, incidents, keys</span>
        <kbd aria-hidden="true">/</kbd>
      </button>
      <ThemeSwitch />
      <button
        type="button"
        className={classes["author"]}
        onClick={() => setSignatureShown(true)}
        title="The name on everything you do here"
      >
        {author === null ? (
          ""
        ) : author === "" ? (
          "Set your name"
        ) : (
          <>
            Signed as <bdi>{author}</bdi>
          </>
        )}
      </button>
      <ActionIcon className={classes["phone"] ?? ""} variant="subtle" color="gray" size={40} aria-label="Search" onClick={openPalette}>
        <Magnifier />
      </ActionIcon>
      <PagesMenu onKeys={showKeys} onSign={() => setSignatureShown(true)} author={author ?? ""} />
      <Suspense>
        {wanted && <Palette text={text} setText={setText} onKeys={showKeys} />}
        {signatureShown !== null && <Signature opened={signatureShown} onClose={() => setSignatureShown(false)} />}
        {keysShown !== null && <Shortcuts opened={keysShown} onClose={() => setKeysShown(false)} />}
      </Suspense>
    </div>
  );
}

/** How the palette opens, by / or Ctrl-K, and what is typed into it: what comes before its field is there waits and is in the field then. */
function usePalette() {
  const [wanted, setWanted] = useState(false);
  const [text, setText] = useState("");
  /** Until the field has the focus; the palette's part may still be on its way. */
  const isOpening = useRef(false);
  const openPalette = useCallback(() => {
    isOpening.current = true;
    setWanted(true);
    loadPalette().then(
      ({ openPalette: open }) => open(),
      () => (isOpening.current = false),
    );
  }, []);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        openPalette();
      } else if (hasModifier(event)) return;
      else if (isOpening.current) {
        if (event.target instanceof Element && event.target.closest("[role=dialog]") !== null) isOpening.current = false;
        else typeAhead(event);
      } else if (event.key === "/" && !isTyping(event.target)) {
        event.preventDefault();
        openPalette();
      }
    };
    const typeAhead = (event: KeyboardEvent) => {
      if (event.key === "Escape") isOpening.current = false;
      if (event.key === "Backspace") setText((typed) => typed.slice(0, -1));
      if (/^.$/u.test(event.key)) setText((typed) => typed + event.key);
      event.preventDefault();
    };
    // Before anything else takes the key: it is meant for the field.
    addEventListener("keydown", press, true);
    return () => removeEventListener("keydown", press, true);
  }, [openPalette]);
  return { openPalette, wanted, text, setText };
}

function hasModifier({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey;
}

function PagesMenu({ onKeys, onSign, author }: { onKeys: () => void; onSign: () => void; author: string }) {
  const path = usePathname();
  return (
    <Menu position="bottom-end" shadow="md" width={220}>
      <Menu.Target>
        <ActionIcon className={classes["phone"] ?? ""} variant="subtle" color="gray" size={40} aria-label="Menu">
          <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
            <path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11" stroke="var(--text-2)" strokeWidth="1.5" strokeLinecap="round" />
          </svg>
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {PAGES.map(({ href, name }) => (
          <Menu.Item
            key={href}
            component={Link}
            href={href}
            aria-current={path === href ? "page" : undefined}
            className={classes["item"] ?? ""}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Item className={classes["item"] ?? ""} onClick={onSign}>
          {author === "" ? "Set your name" : `Signed as ${author}`}
        </Menu.Item>
        <Menu.Item className={classes["item"] ?? ""} onClick={onKeys}>
          Keyboard
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Magnifier() {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="var(--text-2)"
      strokeWidth="1.5"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <circle cx="7" cy="7" r="4.6" />
      <path d="m10.6 10.6 3.2 3.2" />
    </svg>
  );
}

/** Whoever types, or is in a dialog, means the letter itself. */
function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.closest("input, textarea, select, [role=dialog]") !== null);
}
