"use client";

import { ActionIcon, useMantineColorScheme } from "@mantine/core";

/** Turns light into dark and back; the choice stays in this browser. */
export function ThemeSwitch() {
  const { toggleColorScheme } = useMantineColorScheme();
  return (
    <ActionIcon variant="subtle" color="gray" size={40} aria-label="Change between light and dark" onClick={toggleColorScheme}>
      <svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="5.4" fill="none" stroke="var(--text-2)" strokeWidth="1.5" />
        <path d="M8 2.6v10.8A5.4 5.4 0 0 0 8 2.6z" fill="var(--text-2)" />
      </svg>
    </ActionIcon>
  );
}
