import { join } from "node:path";
import { defineConfig } from "vitest/config";

const ENGINE = "**/*.engine.test.ts";
const DB = "**/*.db.test.ts";
const IGNORED = ["**/node_modules/**", ".bergwatch/**"];

export default defineConfig({
  root: join(import.meta.dirname, ".."),
  test: {
    // A zone with half an hour that is never UTC: code that reads local time by mistake fails here first.
    env: { TZ: "Asia/Kolkata" },
    pool: "forks",
    // Many files wait most of the time, for processes, leases and clocks, so two processors take a third one.
    maxWorkers: 3,
    reporters: ["default", ["json", { outputFile: "node_modules/.cache/bergwatch/tests.json" }]],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{app,db,jobs,lib}/**/*.test.{ts,tsx}", ".config/*.test.ts"],
          exclude: [ENGINE, DB, ...IGNORED],
          // Modules without state, loaded once in each process: a process and all imports for each file cost three times the CPU time.
          isolate: false,
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: "db",
          include: [DB],
          exclude: IGNORED,
          // One Postgres for the whole run; each file clones its database from a template.
          globalSetup: ["db/testing/start-postgres.ts"],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: { name: "engine", include: [ENGINE], exclude: IGNORED, testTimeout: 300_000, hookTimeout: 300_000 },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["e2e/**/*.test.ts"],
          exclude: [ENGINE, DB, ...IGNORED],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
