import { OWN_TABLE, stepsFor, VENDORS, type Situation, type VendorName } from "#lib/causes/advice.ts";
import { CHECKLIST } from "#lib/causes/checklist.ts";
import { causeWords } from "#lib/causes/find-declaration.ts";
import { CAUSES } from "#lib/causes/registry.ts";
import { sayMissing } from "#lib/causes/undecided-words.ts";
import { CAUSE_NAMES, type CauseName } from "#lib/names.ts";

const LISTS: Readonly<Record<string, () => string>> = { causes: listCauses, checklist: listChecklist };

/** The documentation with its causes and its checklist as they are declared, each between its marks. Pure. */
export function fillCauseLists(text: string): string {
  return text.replaceAll(
    /<!-- (causes|checklist) -->\n[\s\S]*?<!-- \/\1 -->/g,
    (_, name: string) => `<!-- ${name} -->\n\n${LISTS[name]?.() ?? ""}\n\n<!-- /${name} -->`,
  );
}

/** What a cause may lack, as it completes "Requires …"; null: nothing that a table may not have. Pure. */
export function sayNeeds(cause: CauseName): string | null {
  const needs = CAUSES.find(({ name }) => name === cause)?.needs ?? [];
  return needs.length === 0 ? null : sayMissing(needs);
}

/** What to do first about a cause, for each kind of owner whose steps differ. Pure. */
export function listFirstSteps(cause: CauseName): { owner: string; steps: string[] }[] {
  const { advice } = causeWords(cause);
  const say = (situation: Partial<Situation>) => stepsFor(advice, { ...OWN_TABLE, ...situation }).map(({ says }) => says);
  const own = say({});
  const listed: { owner: string; steps: string[] }[] = [{ owner: "On a table of your own", steps: own }];
  const add = (owner: string, steps: string[]) => {
    if (!listed.some((one) => one.steps.join() === steps.join())) listed.push({ owner, steps });
  };
  add("On your own table, for retries", say({ isRetry: true }));
  add("On your own table, written by Apache Iceberg's Kafka Connect sink", say({ layout: "kafka_connect" }));
  add("On your own table, written by Debezium Server", say({ layout: "debezium_server" }));
  add("On a table that a vendor owns", ofVendor("unity_catalog", say));
  add("On a table of a vendor that only appends (MSK Data Delivery, Redpanda)", ofVendor("msk_data_delivery", say));
  add("On a table of Confluent Tableflow", ofVendor("tableflow", say));
  return listed;
}

function ofVendor(managedBy: VendorName, say: (situation: Partial<Situation>) => string[]): string[] {
  return say({ managedBy }).map((step) => step.replace(`${VENDORS[managedBy].title} owns`, "its vendor owns"));
}

function uncapital(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

function listCauses(): string {
  return CAUSE_NAMES.map((cause, at) => {
    const { label, plain, technical, docs, advice } = causeWords(cause);
    const needs = sayNeeds(cause);
    return [
      `### ${at + 1}. ${label}`,
      `\`${cause}\`. ${plain}`,
      ...docs,
      ...(needs === null ? [] : [`Requires ${needs}. If that is missing, the cause stays undecided, and pages say what would decide it.`]),
      `**For an engineer.** ${technical}`,
      ...listFirstSteps(cause).map(({ owner, steps }) => `**First, ${uncapital(owner)}.** ${steps.join(" ")}`),
      `Checklist: “${advice.checklist}”.`,
    ].join("\n\n");
  }).join("\n\n");
}

function listChecklist(): string {
  return CHECKLIST.map(({ title, points }) =>
    [`### ${title}`, points.map((point) => `- **${point.title}.** ${point.says}`).join("\n")].join("\n\n"),
  ).join("\n\n");
}
