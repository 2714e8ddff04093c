import Link from "next/link";
import type { CauseLook } from "#lib/names.ts";
import classes from "./cause-tag.module.css";
import { LookSwatch } from "./look-swatch.tsx";

/** What a tag shows of a cause. */
export interface TagWords {
  label: string;
  look: CauseLook;
  /** On hover. */
  plain?: string;
}

/** A cause by its look and label, with no more words than these, so that it may go to the browser. */
export function LookTag({ words: { label, look, plain }, share, href }: { words: TagWords; share?: string; href?: string }) {
  return (
    <span className={classes["tag"]} title={plain}>
      <LookSwatch look={look} />
      {href === undefined ? (
        label
      ) : (
        <Link href={href} prefetch={false}>
          {label}
        </Link>
      )}
      {share !== undefined && <span className={classes["share"]}>{share}</span>}
    </span>
  );
}
