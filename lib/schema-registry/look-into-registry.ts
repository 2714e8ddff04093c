import { z } from "zod";
import { askRegistry, type AskOptions, type RegistryAnswer } from "#lib/schema-registry/ask-registry.ts";
import { parseJson } from "#lib/parse-json.ts";
import { NO_REGISTRY } from "#lib/schema-registry/find-schema.ts";
import type { RegistryAccess } from "#lib/schema-registry/registry-access.ts";

/** A subject, or Apicurio's artifact, that by its name holds the schemas of a topic's keys. */
export interface KeySubject {
  /** As the registry lists it. */
  name: string;
  /** Below the registry's address: where its newest version is told. */
  path: string;
}

/** What a registry lists; `fault` completes "The schema registry … ". */
export type Subjects = { count: number; keys: KeySubject[] } | { fault: string };

/** Names of many subjects fit; more is not a list of them, or is looked through by nobody. */
const LIST_BYTES_MAX = 16 * 1024 ** 2;
const ARTIFACTS_MAX = 500;
/** As the strategy by topics names them, which every serializer has by default. */
const OF_KEYS = /-key$/;

const Names = z.array(z.string());
const Artifacts = z.object({
  count: z.number(),
  artifacts: z.array(z.object({ groupId: z.string().nullish(), artifactId: z.string().optional(), id: z.string().optional() })),
});

/** What the registry lists: its subjects, of Apicurio's own interface its artifacts, of which the first 500 are looked through. Never throws. */
export async function listSubjects(access: RegistryAccess, options: AskOptions): Promise<Subjects> {
  if (access.kind === "apicurio") return await listArtifacts(access, options);
  const said = await askRegistry(access, "/subjects", { ...options, bytesMax: LIST_BYTES_MAX });
  const names = readAs(Names, said, "has no /subjects: it is not a registry with Confluent's interface. Check the address and the kind.");
  if ("fault" in names) return names;
  const keys = names.value.filter((name) => OF_KEYS.test(name));
  return {
    count: names.value.length,
    keys: keys.map((name) => ({ name, path: `/subjects/${encodeURIComponent(name)}/versions/latest` })),
  };
}

async function listArtifacts(access: RegistryAccess, options: AskOptions): Promise<Subjects> {
  for (const version of ["v3", "v2"]) {
    const base = `/apis/registry/${version}`;
    const said = await askRegistry(access, `${base}/search/artifacts?limit=${ARTIFACTS_MAX}`, { ...options, bytesMax: LIST_BYTES_MAX });
    if ("missing" in said) continue;
    const found = readAs(Artifacts, said, "");
    if ("fault" in found) return found;
    const keys = found.value.artifacts.flatMap(({ groupId, artifactId, id }): KeySubject[] => {
      const name = artifactId ?? id ?? "";
      if (!OF_KEYS.test(name)) return [];
      const artifact = `${base}/groups/${encodeURIComponent(groupId ?? "default")}/artifacts/${encodeURIComponent(name)}`;
      return [{ name, path: version === "v3" ? `${artifact}/versions/branch=latest` : `${artifact}/meta` }];
    });
    return { count: found.value.count, keys };
  }
  return { fault: "has no /apis/registry: it is not an Apicurio registry. Check the address, which ends before /apis, and the kind." };
}

const Newest = z.object({ version: z.union([z.number(), z.string()]), id: z.number().optional(), globalId: z.number().optional() });

/** The newest version of a subject, and the id of its schema. Never throws. */
export async function readNewest(
  access: RegistryAccess,
  { path }: KeySubject,
  options: AskOptions,
): Promise<{ version: string; id: string } | { fault: string }> {
  const found = readAs(Newest, await askRegistry(access, path, options), "lists a subject that it does not know.");
  if ("fault" in found) return found;
  const { version, id, globalId } = found.value;
  const number = access.kind === "apicurio" ? globalId : id;
  return number === undefined ? { fault: NO_REGISTRY } : { version: String(version), id: String(number) };
}

/** Where a product says what it is, which none but it has, and what it says there. */
const PRODUCTS: readonly { path: string; saying: z.ZodType<string> }[] = [
  { path: "/_health", saying: z.object({ karapace_version: z.string() }).transform((said) => `Karapace ${said.karapace_version}`) },
  {
    path: "/v1",
    saying: z.object({ info: z.object({ title: z.string().startsWith("Pandaproxy") }) }).transform(() => "Redpanda’s registry"),
  },
  {
    path: "/v1/metadata/version",
    saying: z.object({ version: z.string(), commitId: z.string() }).transform(({ version }) => `Confluent’s registry ${version}`),
  },
];
const APICURIO = z
  .object({ name: z.string().startsWith("Apicurio"), version: z.string() })
  .transform(({ version }) => `Apicurio ${version}`);

/** Which product answers, with its version where it says one; null: it does not say. Never throws. */
export async function findProduct(access: RegistryAccess, options: AskOptions): Promise<string | null> {
  const root = access.url.replace(/\/apis\/ccompat\/v\d+$/, "");
  const isApicurio = access.kind === "apicurio" || root !== access.url;
  const places = isApicurio ? ["v3", "v2"].map((one) => ({ path: `/apis/registry/${one}/system/info`, saying: APICURIO })) : PRODUCTS;
  for (const { path, saying } of places) {
    const said = readAs(saying, await askRegistry({ ...access, url: root }, path, options), "");
    if ("value" in said) return said.value;
  }
  return null;
}

function readAs<T>(schema: z.ZodType<T>, said: RegistryAnswer, missing: string): { value: T } | { fault: string } {
  if ("missing" in said) return { fault: missing };
  if ("fault" in said) return said;
  const parsed = schema.safeParse(parseJson(said.text));
  return parsed.success ? { value: parsed.data } : { fault: NO_REGISTRY };
}
