/** The name of the page of what tables are found, opened and decoded by. */
export const SOURCES_NAME = "Catalogs, stores and registries";
