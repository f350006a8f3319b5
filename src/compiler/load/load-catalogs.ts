import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import type { Host } from '../host.js';
import { startOf } from '../place.js';
import { isCatalogFault, parseCatalog } from './parse-catalog.js';
import type { ProjectConfig } from './project-config.js';

/** Language to key to message, in the order of the config's `locales`. */
export type Catalogs = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface LoadedCatalogs {
  readonly catalogs: Catalogs;
  /** The catalogs' files that are there, relative to the project. */
  readonly files: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Loads `<procedures>/_locales/<language>.json` for every language; `files` are those that are there. A project without any has no messages. */
export async function loadCatalogs(host: Host, root: string, config: ProjectConfig): Promise<LoadedCatalogs> {
  const catalogs: Record<string, Readonly<Record<string, string>>> = {};
  const files: string[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const locale of config.locales) {
    const file = `${config.procedures}/_locales/${locale}.json`;
    const text = await host.readFile(`${root}/${file}`);
    if (text === null) {
      if (config.locales.length > 1) diagnostics.push(reportMissing(file, locale));
      continue;
    }
    files.push(file);
    const catalog = parseCatalog(file, text);
    if (isCatalogFault(catalog)) {
      diagnostics.push(createDiagnostic('invalid-catalog', catalog.place, catalog.message));
    } else catalogs[locale] = catalog;
  }
  return { catalogs, files, diagnostics };
}

function reportMissing(file: string, locale: string): Diagnostic {
  const message = `The language "${locale}" of the configuration's \`locales\` has no catalog.`;
  const help = 'Add the file, or take the language out of `locales`.';
  return createDiagnostic('invalid-catalog', startOf(file), message, { help });
}
