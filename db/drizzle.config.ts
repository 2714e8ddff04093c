import type { Config } from "drizzle-kit";

// A migration is a sentence: npm run migration -- --name add_snapshot_id_to_runs
const config: Config = { dialect: "postgresql", schema: "./db/schema/*.ts", out: "./db/migrations" };
export default config;
