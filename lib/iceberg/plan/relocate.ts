/** Turns a path as the metadata writes it into the path where the file is read. */
export type Relocate = (path: string) => string;

/** Files are where the metadata says. */
export const inPlace: Relocate = (path) => path;

function withoutScheme(path: string): string {
  return path.replace(/^[a-z][a-z0-9+.-]*:(\/\/[^/]*)?/i, "").replace(/^\/+/, "/");
}

/**
 * For a table that was copied: paths below the location that its metadata names (compared without scheme and authority) are read below
 * `directory`. A path that lies elsewhere keeps its part from the last `/data/` or `/metadata/` on.
 */
export function relocateTo(directory: string, writtenLocation: string): Relocate {
  const root = directory.replace(/\/+$/, "");
  const prefix = `${withoutScheme(writtenLocation).replace(/\/+$/, "")}/`;
  return (path) => {
    const bare = withoutScheme(path);
    if (bare.startsWith(prefix)) return `${root}/${bare.slice(prefix.length)}`;
    const tail = Math.max(bare.lastIndexOf("/data/"), bare.lastIndexOf("/metadata/"));
    return tail < 0 ? path : `${root}${bare.slice(tail)}`;
  };
}

/**
 * A path without what differs between engines that write to one store: the scheme's spelling (s3, s3a, s3n) and a name node's authority.
 * Object stores keep their bucket. Engines write one file under several spellings (observed with Impala, Flink and Hive).
 */
export function storePath(path: string): string {
  const bucket = /^(?:s3[an]?|gs|gcs|wasbs?|abfss?|oss|cosn?):\/\/([^/]+)\/(.*)$/i.exec(path);
  return bucket ? `//${bucket[1]}/${bucket[2]?.replace(/^\/+/, "")}` : withoutScheme(path);
}
