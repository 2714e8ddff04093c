import { causeWords } from "#lib/causes/find-declaration.ts";
import { sayOfKeys, type UndecidedLine } from "#lib/causes/undecided-words.ts";
import { capital } from "#lib/words.ts";
import classes from "./why.module.css";

/** Causes that come first and that could not be asked about, with what would decide them; nothing when all were decided. */
export function UndecidedList({ lines }: { lines: readonly UndecidedLine[] }) {
  if (lines.length === 0) return null;
  return (
    <div className={classes["undecided"]}>
      <h3>Not decided</h3>
      <ul>
        {lines.map(({ causes, missing, keys }) => (
          <li key={missing}>
            {keys === null ? "Whether it is" : `${capital(sayOfKeys(keys))}, whether it is`}{" "}
            {causes.map((cause, at) => (
              <span key={cause}>
                {at > 0 && (at === causes.length - 1 ? " or " : ", ")}
                <b>{causeWords(cause).label.toLowerCase()}</b>
              </span>
            ))}
            . It would take <Missing text={missing} />.
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Settings stand in backticks. */
function Missing({ text }: { text: string }) {
  return text.split("`").map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part));
}
