import classes from "./share-bar.module.css";

/** A part of a whole, 0 to 1, as a bar; something is never shown as nothing. Its number stands beside it, so it is silent. */
export function ShareBar({ part, color }: { part: number; color: string }) {
  return (
    <span className={classes["track"]} aria-hidden="true">
      {part > 0 && <span style={{ width: `${part * 100}%`, background: color }} />}
    </span>
  );
}
