import { locationOf } from '../parse/location-of.js';
import { findJsonValue } from '../parse/parse-json-with-comments.js';
import { type SourceLocation, startOf } from '../source-location.js';

export interface CatalogFault {
  readonly location: SourceLocation;
  readonly message: string;
}

export interface Catalog {
  readonly file: string;
  /** The messages by key, sorted. */
  readonly messages: Readonly<Record<string, string>>;
  /** Where the message of `key` stands. */
  readonly locationOf: (key: string) => SourceLocation;
}

/** Parses a catalog, or says what is wrong with its text. */
export function parseCatalog(file: string, text: string): Catalog | CatalogFault {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return describeSyntaxError(file, text, (error as Error).message);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { location: startOf(file), message: 'The catalog is not an object.' };
  }
  const wrong = Object.entries(value).find(([, message]) => typeof message !== 'string');
  if (wrong) {
    const [key] = wrong;
    return { location: findKey(file, text, key), message: `The message "${key}" is not a string.` };
  }
  const sorted = Object.entries(value as Catalog['messages']).sort(([a], [b]) => (a < b ? -1 : 1));
  return { file, messages: Object.fromEntries(sorted), locationOf: (key) => findKey(file, text, key) };
}

export function isCatalogFault(catalog: Catalog | CatalogFault): catalog is CatalogFault {
  return 'location' in catalog;
}

/** Node's message tells the position in words that differ from version to version; here it becomes a location. */
function describeSyntaxError(file: string, text: string, reason: string): CatalogFault {
  const position = /at position (\d+)/.exec(reason)?.[1];
  const offset = position === undefined ? text.trimEnd().length : Number(position);
  const location = locationOf({ file, text }, { start: offset, end: offset });
  return { location, message: 'The catalog is not valid JSON from here on.' };
}

function findKey(file: string, text: string, key: string): SourceLocation {
  const range = findJsonValue(text, key);
  return range ? locationOf({ file, text }, range) : startOf(file);
}
