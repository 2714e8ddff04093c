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

/** What a cause may lack, as it completes "It needs …"; null: nothing that a table may not have. Pure. */
export function sayNeeds(cause: CauseName): string | null {
  const needs = CAUSES.find(({ name }) => name === cause)?.needs ?? [];
  return needs.length === 0 ? null : sayMissing(needs);
}

function listCauses(): string {
  return CAUSE_NAMES.map((cause, at) => {
    const { label, plain, technical, firstStep, docs } = causeWords(cause);
    const needs = sayNeeds(cause);
    return [
      `### ${at + 1}. ${label}`,
      `\`${cause}\`. ${plain}`,
      ...docs,
      ...(needs === null
        ? []
        : [`It needs ${needs}. Where that is missing, the cause is not decided, and is named with what would decide it.`]),
      `**For an engineer.** ${technical}`,
      `**First.** ${firstStep}`,
    ].join("\n\n");
  }).join("\n\n");
}

function listChecklist(): string {
  return CHECKLIST.map(({ title, points }) =>
    [`### ${title}`, points.map((point) => `- **${point.title}.** ${point.says}`).join("\n")].join("\n\n"),
  ).join("\n\n");
}
