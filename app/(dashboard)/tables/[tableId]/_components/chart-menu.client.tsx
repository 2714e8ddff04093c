"use client";

import { Menu } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { useState } from "react";
import { seriesAddress, type SeriesAsked } from "#app/_queries/series.ts";
import type { PictureOf } from "#app/_ui/charts/draw-picture.ts";
import { useBoardView } from "./board-view.client.tsx";
import classes from "./board.module.css";

interface ChartMenuProps {
  chartId: string;
  title: string;
  tableName: string;
  asked: SeriesAsked;
  picture: () => PictureOf;
}

/** One chart as a link, a picture or a file. */
export function ChartMenu({ chartId, title, tableName, asked, picture }: ChartMenuProps) {
  const { addressOf } = useBoardView();
  const { copied, copy } = useClipboard({ timeout: 2000 });
  const [fault, setFault] = useState<string | null>(null);
  const link = () => new URL(`${addressOf({ range: asked.range })}#${anchorOf(chartId)}`, location.href).href;
  const save = async () => {
    try {
      const [{ drawPicture }, { savePicture, themeColor }] = await Promise.all([
        import("#app/_ui/charts/draw-picture.ts"),
        import("#app/_ui/charts/save-picture.client.ts"),
      ]);
      await savePicture(drawPicture(picture(), themeColor), `${tableName} ${title}`);
      setFault(null);
    } catch {
      setFault("The picture could not be saved. Reload the page and try again.");
    }
  };
  return (
    <>
      {fault !== null && (
        <span role="alert" className={classes["doubt"]}>
          {fault}
        </span>
      )}
      <Menu position="bottom-end" shadow="md" transitionProps={{ duration: 120 }} keepMounted={false} closeOnItemClick>
        <Menu.Target>
          <button type="button" className={classes["menu"]} aria-label={`${title}: link, picture and files`}>
            {copied ? "copied" : "…"}
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => copy(link())}>Copy link to this chart</Menu.Item>
          <Menu.Item onClick={() => void save()}>Save as PNG</Menu.Item>
          <Menu.Item component="a" href={seriesAddress(asked, "csv")} download="">
            CSV
          </Menu.Item>
          <Menu.Item component="a" href={seriesAddress(asked, "arrow")} download="">
            Arrow
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** The part of an address that names a chart. */
export function anchorOf(chartId: string): string {
  return `chart-${chartId}`;
}
