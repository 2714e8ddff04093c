import classes from "./key-part.module.css";

/** One column's value of a key, exactly as it is; hidden and empty ones in words. */
export function KeyPart({ text, masked }: { text: string; masked: boolean }) {
  if (masked) {
    return (
      <span className={classes["masked"]}>
        <Lock /> masked
      </span>
    );
  }
  if (text === "") return <span className={classes["empty"]}>empty text</span>;
  return <bdi className={classes["part"]}>{text}</bdi>;
}

export function Lock() {
  return (
    <svg width="12" height="12" viewBox="0 0 16 16" aria-hidden="true">
      <rect x="3.2" y="7" width="9.6" height="6.6" rx="1.2" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M5.4 7V4.8a2.6 2.6 0 0 1 5.2 0V7" fill="none" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  );
}
