import { Fragment } from "react";

/** A sentence whose names in backticks stand as code. */
export function WithCode({ text }: { text: string }) {
  return text.split("`").map((part, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts of one constant text
    <Fragment key={at}>{at % 2 === 1 ? <code>{part}</code> : part}</Fragment>
  ));
}
