import { Fragment } from "react";

/** A sentence whose names in backticks stand as code. */
export function WithCode({ text }: { text: string }) {
  return text.split("`").map((part, at) => <Fragment key={at}>{at % 2 === 1 ? <code>{part}</code> : part}</Fragment>);
}
