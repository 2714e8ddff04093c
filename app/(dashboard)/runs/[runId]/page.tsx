import Link from "next/link";
import type { Metadata } from "next/types.js";
import { notFound } from "next/navigation";
import { z } from "zod";
import { readForPage } from "#app/_http/read-for-page.ts";
import { Breadcrumbs } from "#app/_ui/breadcrumbs.tsx";
import { CopyLink } from "#app/_ui/copy-link.client.tsx";
import { UnreadFace } from "#app/_ui/unread-face.tsx";
import type { Db } from "#db/client.ts";
import { listRunResults, type RunResult } from "#db/queries/run-results.ts";
import { getRunView } from "#db/queries/run-view.ts";
import { runsLink } from "#lib/contracts/links.ts";
import type { RunLogAnswer } from "#lib/contracts/run-view.ts";
import { AppError } from "#lib/errors.ts";
import { RunFollow } from "./_components/run-follow.client.tsx";
import { RunResults } from "./_components/run-results.tsx";

export const metadata: Metadata = { title: "Run" };

interface Shown {
  answer: RunLogAnswer;
  results: RunResult[];
}

export default async function RunPage({ params }: { params: Promise<{ runId: string }> }) {
  const { runId } = await params;
  if (!z.uuid().safeParse(runId).success) notFound();
  const read = await readForPage(async (db) => await readRun(db, runId));
  if (read.ok && read.value === null) notFound();
  return (
    <>
      <Breadcrumbs
        above={[{ href: runsLink(), name: "Runs" }]}
        here={read.ok && read.value !== null ? `Run of ${read.value.answer.run.tableName}` : "Run"}
      >
        <CopyLink />
      </Breadcrumbs>
      {read.ok && read.value !== null ? <Run shown={read.value} /> : <Unread message={read.ok ? "" : read.message} />}
    </>
  );
}

function Run({ shown: { answer, results } }: { shown: Shown }) {
  const { run } = answer;
  return (
    <RunFollow key={run.id} first={answer} nowMs={Date.now()}>
      {run.state === "succeeded" && <RunResults run={run} results={results} />}
    </RunFollow>
  );
}

function Unread({ message }: { message: string }) {
  return (
    <UnreadFace title="The run could not be read" message={message}>
      <Link href={runsLink()}>All runs</Link>
    </UnreadFace>
  );
}

/** null: nobody knows the run. */
async function readRun(db: Db, runId: string): Promise<Shown | null> {
  try {
    const answer = await getRunView(db, { runId });
    const { id, tableId, reason, snapshotId, state } = answer.run;
    if (state !== "succeeded") return { answer, results: [] };
    return { answer, results: await listRunResults(db, { id, tableId, reason, snapshotId }) };
  } catch (error) {
    if (error instanceof AppError && error.code === "unknown_run") return null;
    throw error;
  }
}
