import { bytesOfHex } from "#lib/causes/key-bytes/hex.ts";
import type { ReadBySchema } from "#lib/causes/key-bytes/read-key-as.ts";
import { readSchemaHeader, type SchemaHeader } from "#lib/causes/key-bytes/schema-header.ts";
import { ASK_OPTIONS, type AskOptions } from "#lib/schema-registry/ask-registry.ts";
import { decoderOf, type DecodeValue } from "#lib/schema-registry/decode-value.ts";
import { findSchema } from "#lib/schema-registry/find-schema.ts";
import type { RegistryLook } from "#lib/contracts/registry-health.ts";
import type { RegistryAccess } from "#lib/schema-registry/registry-access.ts";

/** So many ids are asked for in one reading: a table whose keys have more has something else in front of them. */
const IDS_MAX = 200;

/** The schemas that one reading has met: each id is asked for once. A fault of the registry ends the asking, never the reading. */
export class RegistrySchemas {
  readonly #access: RegistryAccess;
  readonly #options: AskOptions;
  readonly #known = new Map<string, DecodeValue | null>();
  readonly #missing: string[] = [];
  /** Ids of AWS Glue's, whose registry is not asked. */
  readonly #glue = new Set<string>();
  #fault: string | null;
  #left = 0;
  #isWanted = false;

  constructor(access: RegistryAccess, options: AskOptions = ASK_OPTIONS) {
    this.#access = access;
    this.#options = options;
    this.#fault = access.fault;
  }

  /** Asks for the schemas of these key bytes (hex). */
  async load(keyBytesHex: Iterable<string>): Promise<void> {
    for (const hex of keyBytesHex) {
      const bytes = bytesOfHex(hex);
      const header = bytes === null ? null : readSchemaHeader(bytes);
      if (header?.kind === "glue") this.#glue.add(header.id);
      else if (header !== null && !this.#known.has(nameOf(header))) await this.#loadOne(header);
    }
  }

  async #loadOne(header: SchemaHeader): Promise<void> {
    const name = nameOf(header);
    this.#isWanted = true;
    if (this.#fault !== null) return;
    if (this.#known.size >= IDS_MAX) {
      this.#left += 1;
      return;
    }
    const found = await findSchema(this.#access, header, this.#options);
    if ("fault" in found) this.#fault = `The schema registry ${this.#access.name} (${this.#access.url}) ${found.fault}`;
    if ("missing" in found) this.#missing.push(header.id);
    this.#known.set(name, "schema" in found ? decoderOf(found.schema) : null);
  }

  /** Reads by what was loaded. */
  readonly read: ReadBySchema = (header, value) => (header.compressed ? null : (this.#known.get(nameOf(header))?.(value) ?? null));

  /** How the registry did; null: nothing was to be asked of it. */
  get look(): RegistryLook | null {
    if (!this.#isWanted) return null;
    const missing = this.#missing.length;
    const ids = this.#fault === null ? { known: this.#known.size - missing, missing } : null;
    return { name: this.#access.name, fault: this.#fault, ids };
  }

  /** What could not be asked or found, in sentences for a person. */
  get notes(): string[] {
    const who = `The schema registry ${this.#access.name} (${this.#access.url})`;
    const ids = this.#missing.slice(0, 5).join(", ");
    return [
      ...(this.#fault === null ? [] : [`${this.#fault} Key bytes were read by their shape alone.`]),
      ...(this.#missing.length === 0
        ? []
        : [
            `${who} does not know ${this.#missing.length} of the schema ids in front of key bytes, such as ${ids}. Check that it is the registry of these topics.`,
          ]),
      ...sayGlue(this.#glue),
      ...(this.#left === 0 ? [] : [`${who} was asked for ${IDS_MAX} schemas; key bytes with further ids were read by their shape alone.`]),
    ];
  }
}

function sayGlue(ids: ReadonlySet<string>): string[] {
  const [first] = ids;
  if (first === undefined) return [];
  const which =
    ids.size === 1 ? `a schema version of AWS Glue's (${first})` : `${ids.size} schema versions of AWS Glue's, such as ${first}`;
  return [
    `Keys have ${which}. Bergwatch does not query Glue's registry, so it decoded them by format alone. If that does not decide, read the schema (aws glue get-schema-version) and compare manually, or write keys in a form that needs no schema, such as text.`,
  ];
}

function nameOf({ kind, id }: SchemaHeader): string {
  return `${kind} ${id}`;
}
