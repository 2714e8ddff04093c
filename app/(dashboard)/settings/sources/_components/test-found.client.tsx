"use client";

import { AskingFace } from "../../../_asking/asking-face.client.tsx";
import type { Asking } from "../../../_asking/use-asking.client.ts";
import { ProbeList, TestSentence } from "./probe-list.client.tsx";

interface TestFoundProps {
  asking: Asking;
  /** Said while it is tried. */
  says: string;
  /** What is filled in was changed since. */
  isOfOther?: boolean;
  onAgain: () => void;
}

/** A test of a source from its question to what it found. */
export function TestFound({ asking, says, isOfOther = false, onAgain }: TestFoundProps) {
  return (
    <>
      <AskingFace asking={asking} says={says} failed="It could not be tested" onAgain={onAgain} />
      <TestSentence asking={asking} isOfOther={isOfOther} />
      <ProbeList asking={asking} />
    </>
  );
}
