import type { YAMLError } from "yaml";

const QUOTE = "Quote text that starts with one of * & ! % @ ` | >";
const STARTS_ODDLY = /(?:^|[:\-,[{]\s+)[*&!%@`|>]/;
/** A quoted value with something behind it. */
const GOES_ON = /(?:^|[:\-,[{]\s+)(?:"[^"]*"|'[^']*')\s*[^\s,\]}#:]/;

const SENTENCES: Partial<Record<YAMLError["code"], string>> = {
  TAB_AS_INDENT: "A tab indents this line. Use spaces: YAML knows no tabs there.",
  DUPLICATE_KEY: "This key is twice in its map, and only one can count. Remove one, or put both values under one.",
  BAD_SCALAR_START: `${QUOTE}.`,
  BLOCK_AS_IMPLICIT_KEY:
    "A second colon makes a map within this line. Put the value in quotes, or begin the inner map on a line of its own.",
  MULTILINE_IMPLICIT_KEY: "A key goes over several lines. Check the indent of this line and the one below.",
  BAD_INDENT: "The indent fits no line above. Keys of one map start in the same column, and what belongs to a key is further right.",
  MISSING_CHAR: "Something is not closed or left out here: a quote, a bracket, a comma, or the space behind a colon.",
  MULTIPLE_DOCS: "A second document begins here (---), and only one is read. Put everything into one.",
  TAG_RESOLVE_FAILED: "Tags (!name) mean nothing here. Take the tag out; put text that starts with ! in quotes.",
  BAD_DIRECTIVE: "Directives (%) mean nothing here. Take the line out.",
  BAD_DQ_ESCAPE: 'This escape is none in double quotes. Use single quotes, where \\ is itself, or write "\\\\".',
  RESOURCE_EXHAUSTION: "Lists or maps are nested too deeply here to be read. A configuration has a few levels.",
  BAD_ALIAS: "Not an alias. Quote text that starts with *.",
};

/** What a YAML error means and how to mend it, with the text of its line to guess by. Never shows that text: it may hold a secret. */
export function yamlFault({ code }: YAMLError, line: string): string {
  const sentence = SENTENCES[code];
  if (sentence !== undefined) return sentence;
  const guess = STARTS_ODDLY.test(line)
    ? `${QUOTE}, as in "*/15 * * * *".`
    : GOES_ON.test(line)
      ? "The text goes on behind its closing quote: put all of it in the other kind of quotes."
      : "Check the quotes, colons and indent of this line and the one above; quote text with special characters.";
  return `This is not YAML: something here does not belong. ${guess}`;
}

/** An alias without its anchor. */
export function aliasFault(name: string): string {
  return /^[\w.-]+$/.test(name)
    ? `*${name} repeats what &${name} marks, and no &${name} is before it. Mark the value that is meant, or put the text in quotes.`
    : `${QUOTE}, as in "*/15 * * * *".`;
}
