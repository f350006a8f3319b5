import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import type { Host } from '../host.js';
import { startOf } from '../source-location.js';
import { type Catalog, isCatalogFault, parseCatalog } from './parse-catalog.js';
import type { ProjectConfig } from './project-config.js';

/** Language to key to message, in the order of the config's `locales`. */
export type Catalogs = Readonly<Record<string, Catalog['messages']>>;

export interface LoadedCatalogs {
  readonly catalogs: Catalogs;
  /** The catalogs' files that are there, relative to the project. */
  readonly files: readonly string[];
  /** Whether each of these files could be read: only then is it known which keys there are. */
  readonly isWhole: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Loads `<procedures>/_locales/<language>.json` for every language; `files` are those that are there. A project
 * without any has no messages of its own; one that has some has them in every language.
 */
export async function loadCatalogs(host: Host, root: string, config: ProjectConfig): Promise<LoadedCatalogs> {
  const named = config.locales.map((locale) => ({
    locale,
    file: `${config.procedures}/_locales/${locale}.json`,
  }));
  const read = await Promise.all(
    named.map(async (name) => ({ ...name, text: await host.readFile(`${root}/${name.file}`) })),
  );
  const files = read.flatMap(({ file, text }) => (text === null ? [] : [file]));
  const catalogs = new Map<string, Catalog>();
  const diagnostics: Diagnostic[] = [];
  for (const { locale, file, text } of read) {
    if (text === null) {
      if (files.length > 0) diagnostics.push(reportMissing(file, locale));
      continue;
    }
    const catalog = parseCatalog(file, text);
    if (isCatalogFault(catalog)) {
      diagnostics.push(createDiagnostic('invalid-catalog', catalog.location, catalog.message));
    } else catalogs.set(locale, catalog);
  }
  return {
    catalogs: Object.fromEntries([...catalogs].map(([locale, { messages }]) => [locale, messages])),
    files,
    isWhole: catalogs.size === files.length,
    diagnostics: [...diagnostics, ...(await check(catalogs))],
  };
}

/** A project without catalogs does not wait for the parser of messages. */
async function check(catalogs: ReadonlyMap<string, Catalog>): Promise<readonly Diagnostic[]> {
  if (catalogs.size === 0) return [];
  const { checkCatalogs } = await import('./check-catalogs.js');
  return checkCatalogs(catalogs);
}

function reportMissing(file: string, locale: string): Diagnostic {
  const message = `The language "${locale}" of the configuration's \`locales\` has no catalog.`;
  const help = 'Add the file, or remove the language from `locales`.';
  return createDiagnostic('invalid-catalog', startOf(file), message, { help });
}
