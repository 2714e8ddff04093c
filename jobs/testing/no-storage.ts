/** The storage of an installation that is not there. */
export const NO_STORAGE = {
  configFile: "/no/such/bergwatch.yaml",
  dataDir: "/no/such/folder",
  databaseUrl: null,
  keySecret: null,
  keySecretFile: null,
  extensionDir: "/no/such/folder/extensions",
};
