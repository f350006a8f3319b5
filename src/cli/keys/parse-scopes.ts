import { CliFailure } from '../cli-failure.js';

/** `read,write` as a list; empty, which is everything the owner may, when there is no such option. */
export function parseScopes(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const scopes = text.split(',').flatMap((part) => part.trim().split(/\s+/));
  // An empty list would mean a key that may do everything, which is not what `--scopes ""` of a script meant.
  if (scopes.includes('')) {
    throw new CliFailure(`--scopes must be names with commas between them, not "${text}".`, {
      help: 'read is for queries, write for mutations; leave the option out for a key that may do everything.',
    });
  }
  return [...new Set(scopes)];
}
