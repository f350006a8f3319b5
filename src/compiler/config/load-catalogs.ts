import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import type { Host } from '../host.js';
import { locationOf } from '../parse/location-of.js';
import { findJsonValue } from '../parse/parse-json-with-comments.js';
import { type SourceLocation, startOf } from '../source-location.js';
import type { Catalog } from './check-catalogs.js';
import type { ProjectConfig } from './project-config.js';

export interface LoadedCatalogs {
  /** Language to key to message, in the order of the config's `locales`. */
  readonly catalogs: Readonly<Record<string, Catalog['messages']>>;
  /** The catalog files that exist, relative to the project. */
  readonly files: readonly string[];
  /** Whether all of these files could be parsed: only then are the keys known. */
  readonly isComplete: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Loads `<procedures>/_locales/<language>.json` for every language; `files` lists those that exist. A project without
 * any has no messages of its own; a project with some must have one for every language.
 */
export async function loadCatalogs(host: Host, root: string, config: ProjectConfig): Promise<LoadedCatalogs> {
  const candidates = config.locales.map((locale) => {
    const file = `${config.procedures}/_locales/${locale}.json`;
    return { locale, file, text: host.readFile(`${root}/${file}`) };
  });
  const files = candidates.flatMap(({ file, text }) => (text === null ? [] : [file]));
  const catalogs = new Map<string, Catalog>();
  const diagnostics: Diagnostic[] = [];
  for (const { locale, file, text } of candidates) {
    if (text === null && files.length === 0) continue;
    const catalog = text === null ? reportMissing(file, locale) : parseCatalog(file, text);
    if ('code' in catalog) diagnostics.push(catalog);
    else catalogs.set(locale, catalog);
  }
  // Import the message parser only if there are catalogs.
  if (catalogs.size > 0) {
    const { checkCatalogs } = await import('./check-catalogs.js');
    diagnostics.push(...checkCatalogs(catalogs));
  }
  return {
    catalogs: Object.fromEntries([...catalogs].map(([locale, { messages }]) => [locale, messages])),
    files,
    isComplete: catalogs.size === files.length,
    diagnostics,
  };
}

function reportMissing(file: string, locale: string): Diagnostic {
  const message = `The language "${locale}" of the configuration's \`locales\` has no catalog.`;
  const help = 'Add the file, or remove the language from `locales`.';
  return createDiagnostic('invalid-catalog', startOf(file), message, { help });
}

/** Parses a catalog, or returns what is wrong with its text. */
function parseCatalog(file: string, text: string): Catalog | Diagnostic {
  const locate = (key: string): SourceLocation => {
    const range = findJsonValue(text, key);
    return range ? locationOf({ file, text }, range) : startOf(file);
  };
  const refuse = (location: SourceLocation, message: string) =>
    createDiagnostic('invalid-catalog', location, message);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // The wording of Node's message differs between versions; the position does not.
    const position = /at position (\d+)/.exec((error as Error).message)?.[1];
    const start = position === undefined ? text.trimEnd().length : Number(position);
    const location = locationOf({ file, text }, { start, end: start });
    return refuse(location, 'The catalog is not valid JSON from here on.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refuse(startOf(file), 'The catalog is not an object.');
  }
  const [invalidKey] = Object.entries(value).find(([, message]) => typeof message !== 'string') ?? [];
  if (invalidKey !== undefined)
    return refuse(locate(invalidKey), `The message "${invalidKey}" is not a string.`);
  const sorted = Object.entries(value as Catalog['messages']).sort(([a], [b]) => (a < b ? -1 : 1));
  return { file, messages: Object.fromEntries(sorted), locationOf: locate };
}
