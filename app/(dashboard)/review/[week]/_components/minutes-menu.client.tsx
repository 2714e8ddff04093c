"use client";

import { Button, Menu } from "@mantine/core";

/** The minutes of the week as files. */
export function MinutesMenu({ week }: { week: string }) {
  const address = `/api/review/${encodeURIComponent(week)}/minutes?format=`;
  return (
    <Menu position="bottom-end" shadow="md" transitionProps={{ duration: 120 }}>
      <Menu.Target>
        <Button variant="default" size="compact-md">
          Minutes
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={`${address}markdown`} download>
          Markdown
        </Menu.Item>
        <Menu.Item component="a" href={`${address}csv`} download>
          CSV
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
