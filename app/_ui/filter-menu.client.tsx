"use client";

import { Menu } from "@mantine/core";
import Link from "next/link";
import classes from "./list-tools.module.css";

export interface FilterOption {
  label: string;
  /** How many rows of the list; left out where it says nothing. */
  count?: string;
  href: string;
  chosen: boolean;
}

/** A button that opens a list of links, one of them chosen; it says which when that is not the first, which is everything. */
export function FilterMenu({ label, options, end = false }: { label: string; options: readonly FilterOption[]; end?: boolean }) {
  const chosen = options.findIndex((option) => option.chosen);
  const said = chosen > 0 || end ? options[Math.max(chosen, 0)]?.label : undefined;
  return (
    <Menu position={end ? "bottom-end" : "bottom-start"} shadow="md" transitionProps={{ duration: 120 }} keepMounted={false}>
      <Menu.Target>
        <button type="button" className={`${classes["menu"]} ${chosen > 0 ? classes["on"] : ""}`}>
          <span className={end ? "visually-hidden" : undefined}>
            {label}
            {said !== undefined && ": "}
          </span>
          {said !== undefined && <b>{said}</b>}
          <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
            <path d="m4.5 6.2 3.5 3.6 3.5-3.6" fill="none" stroke="currentColor" strokeWidth="1.5" />
          </svg>
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes["options"] ?? ""}>
        {options.map((option) => (
          <Menu.Item
            key={option.href}
            component={Link}
            href={option.href}
            prefetch={false}
            scroll={false}
            aria-current={option.chosen ? "true" : undefined}
            rightSection={option.count === undefined ? undefined : <span className={classes["count"]}>{option.count}</span>}
          >
            {option.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
