import { randomUUID } from "node:crypto";
import { handlePost } from "#app/_http/handle.ts";
import { entryWorld } from "#app/api/settings/entry-world.ts";
import { pastedFaults, planPasted } from "#lib/config/pasted-secrets.ts";
import { refuseEntering } from "#lib/config/refuse-entered.ts";
import { takeEntries } from "#lib/config/take-entries.ts";
import { TrialAnswer, TrialBody } from "#lib/contracts/notifications.ts";
import { allVariables, env } from "#lib/env.ts";
import { AppError } from "#lib/errors.ts";
import { createOpenChannel } from "#lib/incidents/channels/open-configured.ts";
import { formatDuration } from "#lib/units.ts";

/** Less than a page waits for an answer. */
const ANSWER_MS_MAX = 15_000;

/** Sends a test message to a channel that is not saved, within the bounds of one that is. Nothing of it is stored. */
export const POST = handlePost(TrialBody, TrialAnswer, async (db, { written, pasted, by }): Promise<TrialAnswer> => {
  const { bounds } = await entryWorld(db);
  const refused = refuseEntering(bounds);
  if (refused !== null) throw new AppError("usage", refused);
  const { dataDir, configFile, slackApiUrl, publicUrl } = env();
  const named = { ...written, name: written["name"] ?? "new channel" };
  const asked = { kind: "channel", version: null, written: named, ...(pasted !== undefined && { pasted }) } as const;
  // References to files that are never written: their values are here.
  const { entry, files } = planPasted(asked, dataDir);
  const taken = takeEntries({ file: null, entries: [entry], bounds });
  const faults = [...pastedFaults(asked, bounds), ...(taken.faults[0] ?? [])];
  const [channel] = taken.channels;
  if (channel === undefined || faults.length > 0) return { tried: false, faults };
  const values = new Map(files.map(({ path, value }) => [path, value]));
  const open = createOpenChannel({
    configFile,
    environment: allVariables(),
    slackApiUrl,
    readFirst: (place) => (place.from === "file" ? (values.get(place.path) ?? null) : null),
  });
  const { send, fault } = await open(channel, bounds);
  if (send === null) return { tried: true, delivered: false, sentence: `Not sent. ${fault ?? ""}`.trim() };
  const start = performance.now();
  const { outcome, answer } = await send({
    message: { kind: "test", channel: channel.name, by: by ?? "somebody" },
    first: null,
    deliveryId: `test-${randomUUID()}`,
    plain: false,
    publicUrl,
    now: new Date(),
    signal: AbortSignal.timeout(ANSWER_MS_MAX),
  });
  if (outcome === "delivered")
    return { tried: true, delivered: true, sentence: `Delivered in ${formatDuration(performance.now() - start)}.` };
  return { tried: true, delivered: false, sentence: `Not delivered: ${answer ?? "no answer came"}` };
});
