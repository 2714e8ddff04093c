import classes from "./skeleton.module.css";

/** The outline of a list that is being read; it shows itself only when that takes longer than a blink. */
export function ListSkeleton({ label }: { label: string }) {
  return (
    <div className={classes["list"]} role="status" aria-label={label}>
      {[0, 1, 2, 3, 4, 5].map((row) => (
        <div key={row} className={classes["row"]}>
          <span className={classes["short"]} />
          <span className={classes["long"]} />
          <span className={classes["short"]} />
        </div>
      ))}
    </div>
  );
}
