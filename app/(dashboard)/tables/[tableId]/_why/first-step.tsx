import Link from "next/link";
import { causeDocsLink } from "#lib/contracts/links.ts";
import type { CauseName } from "#lib/names.ts";
import classes from "./why.module.css";

/** What a cause asks for first, then what it is about for an engineer, and where to read on. */
export function FirstStep({ cause, says, technical }: { cause: CauseName; says: string; technical: string }) {
  return (
    <>
      {says !== "" && (
        <>
          <h3>First</h3>
          <p className={classes["lead"]}>{says}</p>
        </>
      )}
      {technical !== "" && <p>{technical}</p>}
      <p>
        <Link href={causeDocsLink(cause)}>How this comes about</Link>
      </p>
    </>
  );
}
