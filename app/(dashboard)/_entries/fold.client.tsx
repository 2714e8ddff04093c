"use client";

import { useState, type ReactNode } from "react";
import classes from "./form.module.css";

interface FoldProps {
  summary: string;
  /** Why it must be open, such as `error`; null: it need not. It opens when this changes, and a person may close it again. */
  opensFor: string | null;
  children: ReactNode;
}

/** Fields that most people leave as they are. */
export function Fold({ summary, opensFor, children }: FoldProps) {
  const [seen, setSeen] = useState(opensFor);
  const [isOpen, setOpen] = useState(opensFor !== null);
  // While it renders, so that what sets the focus after it finds the field visible.
  if (opensFor !== seen) {
    setSeen(opensFor);
    if (opensFor !== null) setOpen(true);
  }
  return (
    <details className={classes["more"]} open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{summary}</summary>
      <div className={classes["form"]}>{children}</div>
    </details>
  );
}
