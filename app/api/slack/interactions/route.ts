import { after } from "next/server.js";
import { database } from "#app/_http/database.ts";
import { queue } from "#app/_http/queue.ts";
import { readInteraction } from "./read-interaction.ts";
import { asStoreError } from "#db/store-errors.ts";
import { allVariables, env } from "#lib/env.ts";
import { takePress } from "#lib/incidents/channels/slack-press.ts";
import { log } from "#lib/log.ts";

/**
 * Presses of buttons as Slack posts them, signed with the app's signing secret. Answered before the work is done: Slack waits for three
 * seconds. No page of a browser can send here anything that counts, since it cannot sign it.
 */
export async function POST(request: Request): Promise<Response> {
  try {
    const { db } = database();
    const read = await readInteraction(db, request, { environment: allVariables(), slackApiUrl: env().slackApiUrl, now: new Date() });
    if (!read.ok) return new Response(`${read.message}\n`, { status: read.status });
    const sender = await queue();
    after(async () => {
      const onFault = (error: unknown): void => log().error({ err: error }, "A press of a button met a fault.");
      await takePress(read.payload, { ...read.deps(sender), onFault });
    });
    return new Response(null, { status: 200 });
  } catch (error) {
    log().error({ err: asStoreError(error, "") }, "A button press could not be processed.");
    // Slack tells the presser that it did not work.
    return new Response("Bergwatch could not process it just now.\n", { status: 503 });
  }
}
