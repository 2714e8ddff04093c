/** A pattern that docs/style.md rules out, with what to write instead. */
export interface ProseRule {
  id: string;
  advice: string;
  /** Applied to one sentence without markup; the first match is reported. Code appears in it as the word `Xxx`. */
  pattern: RegExp;
  /** A sentence that breaks this rule and no other. */
  planted: string;
  /** Sentences close to the pattern that are good English. */
  fine: readonly string[];
}

const WORDS_OF_SENTENCE_MAX = 40;

/** Patterns that `npm run prose` reports in docs, pages, messages and help texts. A test checks each rule with its own sentences. */
export const PROSE_RULES: readonly ProseRule[] = [
  {
    id: "of-opener",
    advice: 'Start with the subject, not with "Of": "If --key is repeated, Bergwatch uses the first."',
    pattern: /^Of\b(?! course)/,
    planted: "Of several keys the first counts.",
    fine: ["Of course, you can repeat the option."],
  },
  {
    id: "fragment-opener",
    advice: "Write a whole sentence with a subject and a verb.",
    pattern: /^(?:The same (?:as|for|in|of|with)\b|The same[:,(]|In: |Else\b|Likewise\b|As before\b)/,
    planted: "The same of a store.",
    fine: ["The same table can have two keys.", "In the settings, select a channel."],
  },
  {
    id: "clause-subject",
    advice: 'Name the subject instead of a clause: "Bergwatch masks the result", not "What is found is masked."',
    pattern: /^(?:What|Whatever|Whoever|Whose|How|Whether)\b(?!-| to\b).*(?:\.|;.*)$/,
    planted: "What is found is masked.",
    fine: ["What counts as a duplicate?", "What a compaction would save", "How to add a table: select it."],
  },
  {
    id: "inversion",
    advice: "Put the subject before the verb.",
    pattern: /^(?:Never|Nor|Neither|Only (?:then|now|here)|Not until \w+|So) (?:is|are|was|were|does|do|did|has|have|can|will)\b/,
    planted: "Only then does a run begin.",
    fine: ["Only then, start the service."],
  },
  {
    id: "is-no",
    advice: 'Write "is not a …", or state what is allowed.',
    pattern: /(?<!\b[Tt]here )\b(?:is|are|was|were) no\b(?! (?:longer|more|less|later|earlier|fewer|matter|different)\b)/,
    planted: "This value is no name of a catalog.",
    fine: ["There is no service.", "The table is no longer watched."],
  },
  {
    id: "none-is",
    advice: 'Write "No … is", or "There is no …".',
    pattern: /\b[Nn]one (?:is|are|was|were|of (?:them|it)|stands?|holds?|opens?)\b/,
    planted: "For samples none is stored.",
    fine: ["The default is none.", "Authentication: none."],
  },
  {
    id: "stands",
    advice: 'Use "is", "remains", "applies" or "is listed".',
    pattern: /\b(?:stands?|stood|standing)\b(?!-ins?\b| by\b)/i,
    planted: "The reason stands in the message.",
    fine: ["Outstanding messages are retried.", "A stand-in for Slack is included."],
  },
  {
    id: "lies",
    advice: 'Use "is", "is stored" or "is between".',
    pattern: /\b(?:lies|lie|lay|lain|lying)\b/i,
    planted: "The file lies in the data folder.",
    fine: ["The underlying table is unchanged."],
  },
  {
    id: "bears",
    advice: 'Use "tolerates", "supports" or "has".',
    pattern: /\b(?:bears?|bore|borne)\b(?! in mind)/i,
    planted: "A worker bears a silent database.",
    fine: ["Use a bearer token."],
  },
  {
    id: "mend",
    advice: 'Use "fix".',
    pattern: /\bmend(?:s|ed|ing)?\b/i,
    planted: "Another attempt may mend it.",
    fine: ["We recommend an amendment."],
  },
  {
    id: "is-told",
    advice: 'Use "is notified", "is reported" or "is sent".',
    pattern: /\b(?:is|are|be|been|was|were|gets?) told\b|\btells? of\b|\btold (?:of|in|to|by)\b/i,
    planted: "Nobody is told until then.",
    fine: ["The page tells you which column is missing."],
  },
  {
    id: "hears-of",
    advice: 'Use "is notified of" or "receives".',
    pattern: /\b(?:hears?|heard) (?:of|about)\b/i,
    planted: "The channel hears of every incident.",
    fine: ["We heard a noise."],
  },
  {
    id: "is-said",
    advice: 'Say who reports it: "the output reports", "the page says".',
    pattern: /\b(?:is|are|was|were|be) said\b|\bwhich is said\b/i,
    planted: "Skipped files are said in the output.",
    fine: ["The message says which file failed."],
  },
  {
    id: "in-the-place-of",
    advice: 'Use "instead of" or "replaces".',
    pattern: /\bin (?:the|its|their) place(?: of)?\b/i,
    planted: "Use a catalog in the place of a location.",
    fine: ["The file is in place.", "In places, rows repeat."],
  },
  {
    id: "but-for",
    advice: 'Use "except" or "except for".',
    pattern: /\bbut for\b|\b(?:nothing|nobody|all|none|anything|everything) but\b/i,
    planted: "Every check passes but for one.",
    fine: ["The check passes, but the run is slow."],
  },
  {
    id: "is-to-be",
    advice: 'Use "must", "should" or the imperative.',
    pattern: /\b(?:is|are|was|were) (?:not )?to be\b/i,
    planted: "The channel is to be chosen first.",
    fine: ["This needs to be set."],
  },
  {
    id: "no-more",
    advice: 'Use "no longer".',
    pattern: /\b(?:no|any) more(?=[.,;:)]|$)/i,
    planted: "The table is watched no more.",
    fine: ["The list has no more than 50 rows.", "The table is no longer watched."],
  },
  {
    id: "looked-at",
    advice: 'Use "checked", "read", "polled" or "searched".',
    pattern: /\b(?:is|are|was|were|be|been|not) looked (?:at|for|into|up in)\b|\blooked[- ]at\b/i,
    planted: "Older snapshots were not looked at.",
    fine: ["You looked up a key."],
  },
  {
    id: "held-against",
    advice: 'Use "is compared with".',
    pattern: /\b(?:hold|holds|held|holding) against\b/i,
    planted: "Each number is held against its limit.",
    fine: ["A lock is held by one worker."],
  },
  {
    id: "comes-about",
    advice: 'Use "happens", "is caused by" or "the result".',
    pattern: /\b(?:comes?|came|coming) (?:about|of it)\b|\b(?:becomes?|became) of\b|\bcame of\b/i,
    planted: "A duplicate comes about when a topic grows.",
    fine: ["The result comes from the catalog."],
  },
  {
    id: "archaic-word",
    advice: 'Use the plain word: "again", "forever", "during", "except", "otherwise", "request".',
    pattern:
      /\b(?:anew|for ever|thereof|therein|wherein|whence|thither|hereby|whilst|amongst|thereby|reckon(?:s|ed)?|misspelt|learnt|spelt|rightly|sent round|beforehand|nought|heed(?:s|ed)?|hitherto)\b/i,
    planted: "The search starts anew.",
    fine: ["The search starts again."],
  },
  {
    id: "american-spelling",
    advice: "Use American spelling: color, behavior, recognize, center, judgment, gray.",
    pattern:
      /\b(?:colours?|coloured|behaviours?|neighbours?|favourites?|honours?|labelled|labelling|travell\w+|centres?|grey|judgements?|catalogues?|programmes?|licences?|analys(?:e|es|ed|ing)|(?:recogn|organ|material|normal|summar|optim|serial|initial|custom|author|real|minim|maxim|synchron|character|categor|priorit|util)is(?:e|es|ed|ing|ation|ations))\b/i,
    planted: "The layout was recognised.",
    fine: ["The layout was recognized.", "An analysis of colors.", "It is the promise of a precise noise."],
  },
  {
    id: "so-that-chain",
    advice: "Split the sentence: it may have one purpose.",
    pattern: /\bso that\b.*\bso that\b/i,
    planted: "A lock is taken so that one worker sends, so that order is kept.",
    fine: ["A lock is taken so that one worker sends."],
  },
  {
    id: "semicolon-chain",
    advice: "Use at most one semicolon in a sentence.",
    pattern: /;[^;]*;/,
    planted: "One is read; one is stored; one is sent.",
    fine: ["One is read; one is stored."],
  },
  {
    id: "long-sentence",
    advice: `Write at most ${WORDS_OF_SENTENCE_MAX} words in a sentence.`,
    pattern: new RegExp(String.raw`^(?:\S+\s+){${WORDS_OF_SENTENCE_MAX},}\S`),
    planted: `${"The worker reads a table and ".repeat(7)}stops.`,
    fine: ["The worker reads a table and stops."],
  },
];
