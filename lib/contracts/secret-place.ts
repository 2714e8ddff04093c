import { z } from "zod";

/** Where a secret lies, never the secret. A relative path starts at the configuration file's folder. */
export const SecretPlace = z.discriminatedUnion("from", [
  z.strictObject({ from: z.literal("environment"), name: z.string().min(1) }),
  z.strictObject({ from: z.literal("file"), path: z.string().min(1) }),
]);
export type SecretPlace = z.infer<typeof SecretPlace>;
