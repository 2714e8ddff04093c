import type { ReactNode } from "react";
import classes from "./face.module.css";

interface FaceProps {
  icon?: ReactNode;
  title: string;
  /** It is the whole page, so its title is the page's. */
  isPage?: boolean;
  children?: ReactNode;
}

/** What a page shows instead of content: what is so, and the one thing to do next. */
export function Face({ icon, title, isPage = false, children }: FaceProps) {
  const Title = isPage ? "h1" : "h2";
  return (
    <section className={classes["face"]}>
      {icon}
      <Title>{title}</Title>
      <div className={classes["words"]}>{children}</div>
    </section>
  );
}
