import { changeIncident } from "#db/change-incident.ts";
import { listDeliveries, type ListedDelivery } from "#db/queries/deliveries.ts";
import { applyObservedEvent } from "#db/queries/incident-changes.ts";
import { someTable, type StoredTable } from "#db/testing/factories.ts";
import { serveChannel } from "#jobs/delivery/serve-channel.ts";
import { routeEvents } from "#jobs/tasks/route-events.ts";
import type { TaskDeps } from "#jobs/tasks/task-deps.ts";
import { createTaskWorld, type TaskWorld } from "#jobs/testing/task-world.ts";
import { SERVICE_DEFAULTS } from "#lib/config/service-defaults.ts";
import { NO_NOTIFICATIONS, type Channel, type NotificationSettings } from "#lib/contracts/notification-settings.ts";
import type { TableDefinition } from "#lib/contracts/table-definition.ts";
import { INCIDENT_SETTINGS, type PersonEvent } from "#lib/incidents/incident.ts";
import type { SendOutcome, SendRequest, ToldReview } from "#lib/incidents/message.ts";
import { someFinding, someSighting } from "#lib/testing/incidents.ts";
import type { Finding } from "#lib/contracts/finding.ts";

/** What one channel was sent. */
interface Sent extends SendRequest {
  channel: string;
  at: Date;
}

export interface DeliveryWorld extends TaskWorld {
  /** As the configuration says; changed by tests. */
  notifications: NotificationSettings;
  sent: Sent[];
  /** What a channel answers next, in order; then it takes everything. */
  answers: SendOutcome[];
  /** Of a channel, by its name; "1" where none is given. */
  fingerprints: Map<string, string>;
  review: ToldReview | null;
  /** Opens an incident of a table, or finds it again. Its id. */
  find: (table: StoredTable, changes?: Partial<Finding>) => Promise<string>;
  good: (table: StoredTable, check?: Finding["check"]) => Promise<void>;
  person: (incidentId: string, event: PersonEvent) => Promise<void>;
  table: (changes?: Partial<TableDefinition>) => Promise<StoredTable>;
  route: (deps?: TaskDeps) => Promise<number>;
  /** Sends what is due to a channel; waits pass at once, by the clock. */
  serve: (channel?: string, deps?: TaskDeps) => Promise<void>;
  /** Oldest first. */
  deliveries: (channel?: string) => Promise<ListedDelivery[]>;
  /** Forgets what was before. */
  reset: () => Promise<void>;
}

export function someChannel(name: string, changes: Partial<Channel> = {}): Channel {
  const url = { from: "environment", name: "URL" } as const;
  return { kind: "webhook", name, quietHours: null, url, secret: url, ...changes } as Channel;
}

export function someOutcome(changes: Partial<SendOutcome> = {}): SendOutcome {
  return { outcome: "delivered", status: 200, answer: "ok", retryAfterMs: null, fault: null, posted: null, ...changes };
}

/** A task world in which incidents can be opened and a channel answers as it is told. */
export async function createDeliveryWorld(): Promise<DeliveryWorld> {
  const world = await createTaskWorld();
  const { db } = world.database;
  const settings = () => ({ ...SERVICE_DEFAULTS, notifications: self.notifications });
  const deps: TaskDeps = {
    ...world.deps,
    settings,
    delivery: {
      publicUrl: "https://bergwatch.example",
      openChannel: async ({ name }) =>
        await Promise.resolve({
          fingerprint: self.fingerprints.get(name) ?? "1",
          fault: null,
          send: async (request) => {
            self.sent.push({ ...request, channel: name, at: world.clock.now });
            return await Promise.resolve(self.answers.shift() ?? someOutcome());
          },
        }),
      readReview: async () => await Promise.resolve(self.review),
    },
  };
  const pause = async (ms: number) => {
    world.clock.now = new Date(world.clock.now.getTime() + ms);
    await Promise.resolve();
  };
  const observe = async (tableId: string, check: Finding["check"], event: Parameters<typeof applyObservedEvent>[1]["event"]) =>
    await db.transaction(
      async (tx) =>
        await applyObservedEvent(tx, {
          tableId,
          check,
          event,
          now: world.clock.now,
          settings: { ...INCIDENT_SETTINGS, goodRunsToResolve: 1 },
        }),
    );
  const self: DeliveryWorld = {
    ...world,
    deps,
    notifications: NO_NOTIFICATIONS,
    sent: [],
    answers: [],
    fingerprints: new Map(),
    review: null,
    find: async ({ tableId, keyVersionId }, changes = {}) => {
      const finding = someFinding(changes);
      const seen = someSighting({ keyVersionId, runId: "00000000-0000-4000-8000-000000000001" });
      const applied = await observe(tableId, finding.check, { kind: "finding", findings: [finding], kept: [], seen });
      return applied?.incident.id ?? "";
    },
    good: async ({ tableId }, check = "duplicates") =>
      void (await observe(tableId, check, { kind: "good", runId: "00000000-0000-4000-8000-000000000002" })),
    person: async (incidentId, event) => void (await changeIncident(db, world.deps.queue, { incidentId, event, now: world.clock.now })),
    table: async (changes = {}) => await someTable(db, changes),
    route: async (others = deps) => await routeEvents(others),
    serve: async (channel = "one", others = deps) => await serveChannel(others, channel, { pause }),
    deliveries: async (channel) => {
      const all = await listDeliveries(db, { channel, limit: 10_000 });
      return all.toSorted((a, b) => a.id - b.id);
    },
    reset: async () => {
      await db.execute(`truncate deliveries, delivery_attempts, channel_states, incident_events, incidents, service_states cascade`);
      world.clock.now = new Date("2026-03-02T12:00:00Z");
      Object.assign(self, { notifications: { ...NO_NOTIFICATIONS, channels: [someChannel("one")] }, sent: [], answers: [], review: null });
      self.fingerprints.clear();
      await world.takeSent();
    },
  };
  return self;
}
