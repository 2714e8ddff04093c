import type { ServiceState } from "#lib/contracts/service-state.ts";

/** The first error of a configuration file with its line, and that the version before is in use. Pure. */
export function sayConfigurationFaults({
  file,
  faults,
  message,
}: Pick<ServiceState<"configuration">, "file" | "faults" | "message">): string {
  const [first, ...more] = faults;
  if (first === undefined) return message;
  const name = file.split("/").at(-1) ?? file;
  const rest = more.length === 0 ? "" : ` and ${more.length} more ${more.length === 1 ? "error" : "errors"}`;
  return `${name} has an error on line ${first.line} (${first.message.replace(/\.$/, "")})${rest}; the previous version is still in use.`;
}
