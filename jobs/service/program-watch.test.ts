import { expect, test, vi } from "vitest";
import { ProgramWatch } from "#jobs/service/program-watch.ts";
import type { ServiceNotes } from "#lib/contracts/service-notes.ts";

function someWatch() {
  const giveUp = vi.fn<(sentence: string) => void>();
  const tell = vi.fn<(notes: ServiceNotes) => void>();
  const say = vi.fn<(sentence: string) => void>();
  const watch = new ProgramWatch({ say, giveUp, tell, now: () => new Date("2026-03-01T12:00:00Z") });
  return { watch, giveUp, tell, say };
}

test("a worker that is given up ends neither the pages nor Postgres, and the pages are told", () => {
  const { watch, giveUp, tell } = someWatch();
  watch.noteReady();
  watch.of("worker").onGivenUp("The worker ended 8 times within 60 s (last: SIGKILL).");
  expect(giveUp).not.toHaveBeenCalled();
  const sentence =
    "The worker ended 8 times within 60 s (last: SIGKILL). It is not started again: find the cause in the log, and restart Bergwatch.";
  expect(tell).toHaveBeenLastCalledWith({ type: "notes", notes: [{ sentence, isRunning: false }] });
});

test("a worker that never worked, and pages that cannot be served, end the service", () => {
  const { watch, giveUp, tell } = someWatch();
  watch.of("worker").onGivenUp("The worker ended 3 times.");
  watch.noteReady();
  watch.of("web").onGivenUp("The web server ended 8 times.");
  expect(giveUp.mock.calls).toEqual([["The worker ended 3 times."], ["The web server ended 8 times."]]);
  expect(tell).not.toHaveBeenCalled();
});

test("a program that was restarted since it was silent is told with the time, beside what is known of the other", () => {
  const { watch, tell } = someWatch();
  watch.of("web").onSilent?.("The web server gave no sign of life for 30 s and was restarted");
  watch.of("worker").onSilent?.("The worker gave no sign of life for 30 s and was restarted");
  expect(tell).toHaveBeenLastCalledWith({
    type: "notes",
    notes: [
      {
        sentence: expect.stringMatching(/^The web server gave no sign of life for 30 s and was restarted at .*12:00.*\.$/),
        isRunning: true,
      },
      { sentence: expect.stringMatching(/^The worker gave no sign/), isRunning: true },
    ],
  });
});
