import classes from "./overview-skeleton.module.css";

const ROWS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth"];

/** The outline of the overview while it is read; it shows itself only when that takes longer than a blink. */
export function OverviewSkeleton() {
  return (
    <div className={classes["outline"]} role="status" aria-label="The tables are being read">
      <div className={classes["words"]}>
        <span />
        <span />
      </div>
      <div className={classes["numbers"]}>
        {ROWS.slice(0, 6).map((row) => (
          <div key={row}>
            <span />
            <span />
          </div>
        ))}
      </div>
      <div className={classes["tools"]} />
      <div className={classes["list"]}>
        {ROWS.map((row) => (
          <div key={row}>
            <span />
            <span />
            <span />
            <span />
          </div>
        ))}
      </div>
    </div>
  );
}
