import Link from "next/link";
import { causeWords } from "#lib/causes/find-declaration.ts";
import type { CauseName } from "#lib/names.ts";
import { CauseSwatch } from "./cause-swatch.tsx";
import classes from "./cause-tag.module.css";

/** A cause by its swatch and label. `share`: what stands behind it, such as `96.1 %`; with `href` the label is a link there. */
export function CauseTag({ cause, share, href }: { cause: CauseName; share?: string; href?: string }) {
  const { label, plain } = causeWords(cause);
  return (
    <span className={classes["tag"]} title={plain}>
      <CauseSwatch cause={cause} />
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
