/**
 * Every name that the generated client's own part declares at the top of the file or takes from the platform. A
 * named type or operation of the user's must have none of them; a test holds the list to the sources.
 */
export const CLIENT_RUNTIME_NAMES: ReadonlySet<string> = new Set([]);
