import { z } from "zod";
import { WrittenEntry } from "#lib/contracts/settings-entries.ts";
import { REGISTRY_KINDS } from "#lib/contracts/source-settings.ts";
import { dropEmpty, mapOf, NO_SECRET, readSecret, restOf, SecretField, textOf, writeSecret } from "./written.ts";

const PROOFS = ["none", "basic", "bearer"] as const;
export type RegistryProof = (typeof PROOFS)[number];

/** A schema registry as its form holds it. */
export const RegistryFields = z.object({
  name: z.string(),
  kind: z.enum(REGISTRY_KINDS),
  url: z.string(),
  proof: z.enum(PROOFS),
  username: SecretField,
  password: SecretField,
  token: SecretField,
  rest: WrittenEntry,
});
export type RegistryFields = z.infer<typeof RegistryFields>;

export const NO_REGISTRY: RegistryFields = {
  name: "",
  kind: "confluent",
  url: "",
  proof: "none",
  username: { from: "text", at: "" },
  password: NO_SECRET,
  token: NO_SECRET,
  rest: {},
};

/** The item of `schema_registries` that the fields say. Pure. */
export function writeRegistry(fields: RegistryFields): WrittenEntry {
  const { name, kind, url, rest } = fields;
  const own = kind === "confluent" ? undefined : kind;
  return dropEmpty({ name: name.trim(), kind: own, url: url.trim(), auth: writeProof(fields), ...rest });
}

function writeProof({ proof, username, password, token }: RegistryFields): WrittenEntry[string] | undefined {
  switch (proof) {
    case "none":
      return undefined;
    case "basic":
      return { basic: dropEmpty({ username: writeSecret(username), password: writeSecret(password) }) };
    case "bearer":
      return { bearer: dropEmpty({ token: writeSecret(token) }) };
  }
}

/** The fields of an item of `schema_registries`; writeRegistry says the same again. Pure. */
export function readRegistry(written: WrittenEntry): RegistryFields {
  const auth = mapOf(written["auth"]);
  const [basic, bearer] = [mapOf(auth["basic"]), mapOf(auth["bearer"])];
  return {
    name: textOf(written["name"]),
    kind: written["kind"] === "apicurio" ? "apicurio" : "confluent",
    url: textOf(written["url"]),
    proof: PROOFS.find((proof) => auth[proof] !== undefined) ?? "none",
    username: basic["username"] === undefined ? NO_REGISTRY.username : readSecret(basic["username"]),
    password: readSecret(basic["password"]),
    token: readSecret(bearer["token"]),
    rest: restOf(written, ["name", "kind", "url", "auth"]),
  };
}
