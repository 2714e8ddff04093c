import type { RegistryTest } from "#lib/contracts/browse-documents.ts";
import type { RegistryAuth, RegistrySettings } from "#lib/contracts/source-settings.ts";
import { AppError } from "#lib/errors.ts";
import { findHost } from "#lib/iceberg/asking/find-host.ts";
import { passed, type Probed, probeSteps, skipped } from "#lib/iceberg/asking/probe-steps.ts";
import type { AskOptions } from "#lib/iceberg/contract-asking.ts";
import { ASK_OPTIONS, type AskOptions as RegistryOptions } from "#lib/schema-registry/ask-registry.ts";
import { decoderOf } from "#lib/schema-registry/decode-value.ts";
import { findSchema } from "#lib/schema-registry/find-schema.ts";
import type { OpenRegistry } from "#lib/schema-registry/open-registry.ts";
import { findProduct, type KeySubject, listSubjects, readNewest } from "#lib/schema-registry/look-into-registry.ts";
import type { RegistryAccess } from "#lib/schema-registry/registry-access.ts";

const PROVEN: Readonly<Record<RegistryAuth["kind"], string>> = {
  none: "Nobody is to prove who they are, by the settings.",
  basic: "User and password can be read. The next step shows whether the registry accepts them.",
  bearer: "The token can be read. The next step shows whether the registry accepts it.",
};

/**
 * Tries a schema registry step by step, as a reading asks it; after a failure nothing more is tried. What fails is told in the answer. Throws
 * AppError cancelled alone.
 */
export async function testRegistry(
  { settings, guard, open }: OpenRegistry,
  options: AskOptions,
  asked: RegistryOptions = ASK_OPTIONS,
): Promise<RegistryTest> {
  const asks = { ...asked, signal: options.signal };
  let opened: RegistryAccess | null = null;
  let keys: readonly KeySubject[] = [];
  const access = async (): Promise<RegistryAccess> => (opened ??= await open());
  const probes = await probeSteps(
    [
      {
        step: "address",
        doing: "looking for its host",
        look: async () => {
          // An address that may not be entered is not looked for either.
          await guard();
          return await findHost(settings.url);
        },
      },
      {
        step: "proof",
        doing: "reading its secret",
        look: async () => {
          await access();
          return passed(PROVEN[settings.auth.kind]);
        },
      },
      {
        step: "subjects",
        doing: "asking for its subjects",
        look: async () => {
          const found = orThrow(settings, await listSubjects(await access(), asks));
          keys = found.keys;
          return passed(saySubjects(found));
        },
      },
      {
        step: "product",
        doing: "asking what it is",
        look: async () => {
          const product = await findProduct(await access(), asks);
          return product === null ? skipped("It does not say which product it is, which no reading needs.") : passed(`It is ${product}.`);
        },
      },
      { step: "schema", doing: "reading the schema of a key", look: async () => await readSome(await access(), keys, asks) },
    ],
    options,
  );
  return { probes };
}

async function readSome(access: RegistryAccess, [subject]: readonly KeySubject[], asks: RegistryOptions): Promise<Probed> {
  if (subject === undefined) return skipped("There is none to try: no subject's name ends in -key.");
  const newest = orThrow(access, await readNewest(access, subject, asks));
  const found = orThrow(access, await findSchema(access, { kind: access.kind, id: newest.id }, asks));
  const which = `The schema of ${subject.name}, version ${newest.version} (id ${newest.id})`;
  if ("missing" in found) throw fault(access, `lists the schema id ${newest.id} of ${subject.name} and does not know it.`);
  const { format } = found.schema;
  if (decoderOf(found.schema) === null) return skipped(`${which} is ${NAMES[format]} of a form that decides nothing: another may.`);
  return passed(`${which} is ${NAMES[format]}; keys behind it can be decoded.`);
}

const NAMES = { AVRO: "Avro", PROTOBUF: "Protobuf", JSON: "JSON Schema" } as const;

function saySubjects({ count, keys }: { count: number; keys: readonly KeySubject[] }): string {
  if (count === 0) return "It answers, and has no subject: it is empty, or whoever asks may see none.";
  const ofKeys = keys.length === 0 ? "none of keys (…-key)" : `${keys.length} of keys (…-key)`;
  return `It answers, with ${count} ${count === 1 ? "subject" : "subjects"}, ${ofKeys}.`;
}

function orThrow<T extends object>(registry: Pick<RegistrySettings, "name" | "url">, said: T | { fault: string }): T {
  if ("fault" in said) throw fault(registry, said.fault);
  return said;
}

function fault({ name, url }: Pick<RegistrySettings, "name" | "url">, said: string): AppError {
  return new AppError("catalog_unreachable", `The schema registry ${name} (${url}) ${said}`);
}
