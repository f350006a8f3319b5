/** Who may open the explorer. */
export type Docs = (typeof DOCS)[number];

export const DOCS = ['development', 'signed-in', 'public'] as const;

/** Who may open the explorer in the given mode, according to the option `docs`; false if nobody may. */
export function readAudience(
  docs: Docs | boolean | undefined,
  mode: 'development' | 'production',
): 'signed-in' | 'public' | false {
  if (docs === false) return false;
  if (docs === 'signed-in' || docs === 'public') return docs;
  return mode === 'development' ? 'public' : false;
}

/** Describes the error in combining `docs` with the application's own `authenticate`; undefined if it is valid. */
export function findDocsError(
  docs: Docs | boolean | undefined,
  hasAuthenticate: boolean,
): string | undefined {
  if (docs !== 'signed-in' || !hasAuthenticate) return undefined;
  return "'signed-in' requires API keys, which a custom authenticate replaces";
}
