import type { IRegularForbiddenRuleType } from "dependency-cruiser";

const TESTS = "[.]test[.]tsx?$";
const PURE = "^lib/(?:checks|causes|judging|incidents|remedies|contracts)/";

/** A package by name, whether it is installed or not. */
const packages = (...names: string[]): string => `^(?:node_modules/)?(?:${names.join("|")})(?:/|$)`;

/** Which way imports may go: `lib ← db ← {jobs, app} ← e2e`, "is imported by". Each rule has a planted violation in layers.test.ts. */
const RULES: Required<Pick<IRegularForbiddenRuleType, "name" | "comment" | "from" | "to">>[] = [
  { name: "no-cycles", comment: "Two files that need each other are one file, or lack a third.", from: {}, to: { circular: true } },
  {
    name: "imports-resolve",
    comment: "An import that cannot be resolved is invisible to every other rule.",
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: "lib-is-the-bottom",
    comment: "lib is what we know; it knows nobody.",
    from: { path: "^lib/" },
    to: { path: "^(?:app|db|jobs|e2e)/" },
  },
  {
    name: "db-knows-only-lib",
    comment: "db is what we store: no decisions, no schedule, no pages.",
    from: { path: "^db/" },
    to: { path: "^(?:app|jobs|e2e)/" },
  },
  {
    name: "jobs-do-not-know-app",
    comment: "jobs and app meet in the database only.",
    from: { path: "^jobs/" },
    to: { path: "^(?:app|e2e)/" },
  },
  {
    name: "app-does-not-know-jobs",
    comment: "jobs and app meet in the database only.",
    from: { path: "^app/" },
    to: { path: "^(?:jobs|e2e)/" },
  },
  {
    name: "e2e-stays-outside",
    comment: "End-to-end tests speak HTTP and the command line; they seed through db/seed. The bench may time the parts.",
    from: { path: "^e2e/", pathNot: "^e2e/bench/" },
    to: { path: "^(?:app|jobs)/|^db/(?!seed/)|^lib/(?!names|metrics|units|contracts/|testing/|iceberg/contract)" },
  },
  {
    name: "names-and-units-know-nobody",
    comment: "Everything imports these; they import nothing of ours.",
    from: { path: "^lib/(?:names|units|time|errors)[.]ts$" },
    to: { path: "^(?:app|db|jobs|e2e|lib)/" },
  },
  {
    name: "contracts-know-only-names",
    comment:
      "Contracts cross HTTP, queue and URL, so they must be safe in the browser. Declarations of metrics are: pure functions and words.",
    from: { path: "^lib/contracts/", pathNot: TESTS },
    to: { path: "^lib/(?!contracts/|(?:names|drift-names|column-roles|metrics|charts)[.]ts)" },
  },
  {
    name: "engine-contract-knows-only-names",
    comment:
      "Another engine fills the same shape; it must not inherit DuckDB. What is asked of catalogs is a document that people see as it is.",
    from: { path: "^lib/iceberg/contract[^/]*[.]ts$" },
    to: {
      path: "^lib/(?!(?:names|drift-names|column-roles)[.]ts|errors[.]ts|contracts/(?:browse-documents|catalog-requests|settings-entries|source-settings)[.]ts|iceberg/contract)",
    },
  },
  {
    name: "checks-know-no-incidents",
    comment: "Checks, causes and judging come before incidents and remedies.",
    from: { path: "^lib/(?:checks|causes|judging)/" },
    to: { path: "^lib/(?:incidents|remedies)/" },
  },
  {
    name: "pages-read-verdicts",
    comment: "A run judges an observation once and stores the verdict. Pages, reviews and commands show it, so that they cannot disagree.",
    from: { path: "^(?:app|jobs/commands|lib/review|lib/contracts)/", pathNot: [TESTS, "^jobs/commands/check[.]ts$"] },
    to: { path: "^lib/judging/(?:judge-[^/]+|limits|baseline)[.]ts$" },
  },
  {
    name: "engine-knows-no-checks",
    comment: "lib/iceberg gathers facts; what they mean is the checks' business.",
    from: { path: "^lib/iceberg/(?!duckdb/causes/)" },
    to: { path: "^lib/(?:checks|causes|judging|incidents|remedies)/" },
  },
  {
    name: "engine-writes-out-causes",
    comment: "The conditions of the causes are SQL over what the engine gathers; it knows nothing else of what facts mean.",
    from: { path: "^lib/iceberg/duckdb/causes/" },
    to: { path: "^lib/(?:checks|judging|incidents|remedies)/" },
  },
  {
    name: "only-queries-touch-schema",
    comment: "db/queries is the only SQL against Postgres.",
    from: { path: "^(?:app|jobs)/" },
    to: { path: "^db/(?:schema|migrations)/" },
  },
  {
    name: "drizzle-and-postgres-only-in-db",
    comment: "The store can be read in one folder.",
    from: { pathNot: "^db/" },
    to: { path: packages("drizzle-orm", "pg") },
  },
  {
    name: "duckdb-only-in-lib-iceberg",
    comment: "Only the reader opens DuckDB; lib/testing writes tiny tables with it and the bench times it.",
    from: { pathNot: "^lib/(?:iceberg|testing)/|^e2e/bench/" },
    to: { path: packages("@duckdb") },
  },
  {
    name: "engine-only-wired-in-jobs",
    comment: "Everybody else takes GatherFacts from the contract.",
    from: { pathNot: "^lib/(?:iceberg|testing)/|^jobs/(?:deps|cli|fetch-extensions)[.]|^e2e/bench/" },
    to: { path: "^lib/iceberg/(?!contract)" },
  },
  {
    name: "app-never-opens-iceberg",
    comment: "A broken table can end the process that scans it, so never the web server's.",
    from: { path: "^app/" },
    to: { path: "^lib/iceberg/(?!contract)" },
  },
  {
    name: "react-and-next-only-in-app",
    comment: "What we know and store does not depend on how it is shown.",
    from: { path: "^(?:lib|db|jobs)/" },
    to: { path: packages("next", "react", "react-dom", "recharts", "@mantine", "@tanstack/react-query") },
  },
  {
    name: "pure-domain-does-no-io",
    comment: "Facts in, numbers out: what these folders say must be true on any machine at any time.",
    from: { path: PURE, pathNot: ["^lib/incidents/channels/", TESTS] },
    to: { dependencyTypes: ["core"] },
  },
  {
    name: "checks-do-not-know-each-other",
    comment: "A check is one declaration over facts; what two share is a fact.",
    from: { path: "^lib/checks/([^/.]+)", pathNot: ["^lib/checks/registry[.]", TESTS] },
    to: { path: "^lib/checks/", pathNot: ["^lib/checks/define-check[.]", "^lib/checks/$1(?:[./]|$)"] },
  },
  {
    name: "ui-is-dumb",
    comment: "Shared widgets know names, units, times, contracts and the words of causes only.",
    from: { path: "^app/_ui/" },
    to: { path: "^(?:db|jobs)/|^lib/(?!names|units|time|contracts/|causes/find-declaration[.])|^app/(?!_ui/)" },
  },
  {
    name: "client-files-see-units-and-contracts",
    comment: "What the browser loads must not pull the server along.",
    from: { path: "[.]client[.]tsx?$|[/-]error[.]tsx$" },
    to: { path: "^(?:db|jobs)/|^lib/(?!names|metrics|column-roles|units|time|store-place|contracts/)" },
  },
  {
    name: "routes-do-not-share-components",
    comment: "_components belongs to the route it lies in and those below it; what other routes share moves to app/_ui.",
    from: { path: "^app/" },
    to: { path: "/_components/" },
  },
  {
    name: "product-never-imports-testing",
    comment: "Factories and fixed clocks stay out of what people run.",
    from: { path: "^(?:app|lib|db|jobs)/", pathNot: [TESTS, "^(?:lib|db|jobs)/testing/"] },
    to: { path: "^(?:lib|db|jobs)/testing/|[.]test[.]tsx?$" },
  },
  {
    name: "product-needs-no-dev-packages",
    comment: "An installation without development packages must run.",
    from: { path: "^(?:app|lib|db|jobs)/", pathNot: [TESTS, "^(?:lib|db|jobs)/testing/"] },
    to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
  },
];

export const LAYER_RULES = RULES.map((rule) => ({ ...rule, severity: "error" as const }));

/**
 * The rules with routes-do-not-share-components spelled out for each route that has components: names such as `(group)` and `[id]` mean
 * something else in a pattern, and a pattern cannot quote what another one caught.
 */
export function rulesFor(routes: readonly string[]): typeof LAYER_RULES {
  return LAYER_RULES.flatMap((rule) => {
    if (rule.name !== "routes-do-not-share-components") return [rule];
    return routes.map((route) => {
      const quoted = route.replaceAll(/[^\w/-]/g, "\\$&");
      return {
        ...rule,
        // A group such as `(dashboard)` is no route of its own: what lies in it is its page's alone.
        // A test may compare what several routes read.
        from: { path: "^app/", pathNot: [TESTS, route.endsWith(")") ? `^${quoted}/(?:_components/|_overview/)?[^/]+$` : `^${quoted}/`] },
        to: { path: `^${quoted}/_components/` },
      };
    });
  });
}
