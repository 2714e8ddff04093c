import { extname } from "node:path";
import type { TxtDocumentNode, TxtNode } from "@textlint/ast-node-types";
import { TextlintKernel } from "@textlint/kernel";
import { parse as parseMarkdown } from "@textlint/markdown-to-ast";
import type { TextlintPluginCreator, TextlintRuleModule } from "@textlint/types";
import { PROSE_RULES, type ProseRule } from "./prose-rules.ts";
import { documentOfStrings } from "./prose-strings.ts";

export interface ProseFault {
  line: number;
  rule: string;
  /** The words that break the rule. */
  words: string;
  advice: string;
}

const kernel = new TextlintKernel();

/** A format that textlint reads, from its extensions and its parser. */
function pluginOf(pluginId: string, extensions: string[], parse: (text: string, path: string) => TxtDocumentNode) {
  const plugin: TextlintPluginCreator = {
    Processor: class {
      availableExtensions(): string[] {
        return extensions;
      }
      processor(): ReturnType<InstanceType<TextlintPluginCreator["Processor"]>["processor"]> {
        return {
          preProcess: (text, path) => parse(text, path ?? ""),
          postProcess: (messages, path) => ({ messages, filePath: path ?? "" }),
        };
      }
    },
  };
  return { pluginId, plugin };
}

const RULES = PROSE_RULES.map((rule) => ({ ruleId: rule.id, rule: toTextlint(rule) }));
const PLUGINS = [pluginOf("markdown", [".md"], (text) => parseMarkdown(text)), pluginOf("strings", [".ts", ".tsx"], documentOfStrings)];

/** The faults of a Markdown or TypeScript text, by line; the extension of `path` says which it is. Throws if TypeScript cannot be parsed. */
export async function proseFaults(path: string, text: string): Promise<ProseFault[]> {
  const { messages } = await kernel.lintText(text, { ext: extname(path), filePath: path, plugins: PLUGINS, rules: RULES });
  return messages.map(({ loc, ruleId, message, range }) => ({
    line: loc.start.line,
    rule: ruleId,
    words: text.slice(...range).replaceAll(/\s+/g, " "),
    advice: message,
  }));
}

function toTextlint({ pattern, advice }: ProseRule): TextlintRuleModule {
  return ({ Syntax, report, RuleError, locator }) => {
    const look = (node: TxtNode): void => {
      for (const { text, index } of sentencesOf(node)) {
        const match = pattern.exec(text);
        if (match === null) continue;
        const start = index + match.index;
        report(node, new RuleError(advice, { padding: locator.range([start, start + match[0].trimEnd().length]) }));
      }
    };
    return { [Syntax.Paragraph]: look, [Syntax.Header]: look, [Syntax.TableCell]: look };
  };
}

interface Sentence {
  text: string;
  /** Where it begins in the raw text of its node. */
  index: number;
}

const sentences = new WeakMap<TxtNode, Sentence[]>();

/** Sentences of a block, without its markup and as long as in the raw text, so that indexes stay true. */
function sentencesOf(node: TxtNode): Sentence[] {
  const known = sentences.get(node);
  if (known) return known;
  const plain = plainText(node);
  const ends = [...plain.matchAll(/[.!?]["”’)]*(?=\s+["“(]?[A-Z0-9])/g)].map(({ index, 0: mark }) => index + mark.length);
  const all = [0, ...ends].flatMap((from, number, starts): Sentence[] => {
    const part = plain.slice(from, starts[number + 1]);
    const text = part.trimStart();
    return text === "" ? [] : [{ text: text.trimEnd(), index: from + part.length - text.length }];
  });
  sentences.set(node, all);
  return all;
}

function plainText(node: TxtNode): string {
  const [base] = node.range;
  const letters = Array.from({ length: node.raw.length }, () => " ");
  const fill = (part: TxtNode, text: string): void => {
    const at = part.range[0] - base;
    for (let index = 0; index < text.length; index += 1) letters[at + index] = text.charAt(index);
  };
  const walk = (part: TxtNode): void => {
    if (part.type === "Str")
      return fill(
        part,
        part.raw.replaceAll(/\\[nt]|[\s\\]/g, (mark) => " ".repeat(mark.length)),
      );
    // An X and letters behind it, so that it reads as one name.
    if (part.type === "Code") return fill(part, `X${"x".repeat(Math.max(0, part.raw.length - 1))}`);
    if ("children" in part && Array.isArray(part.children)) for (const child of part.children as TxtNode[]) walk(child);
    // A sentence may begin with the name of a file, in lower case.
    if (part.type === "Link") letters[part.range[0] - base + 1] = "X";
  };
  walk(node);
  return letters.join("");
}
