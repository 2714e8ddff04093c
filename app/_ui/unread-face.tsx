import type { ReactNode } from "react";
import { Face } from "./face.tsx";
import { Refresh } from "./refresh.client.tsx";
import { StateIcon } from "./state-icon.tsx";

/** Stands in the place of what the store did not give, says why, and has the page read again by itself. `children`: the way elsewhere. */
export function UnreadFace({ title, message, children }: { title: string; message: string; children?: ReactNode }) {
  return (
    <>
      <Face icon={<StateIcon state="unknown" />} title={title}>
        <p>{message}</p>
        <p>This page retries automatically. {children}</p>
      </Face>
      <Refresh everySeconds={15} silent />
    </>
  );
}
