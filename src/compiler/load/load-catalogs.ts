import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import type { Host } from '../host.js';
import { startOf } from '../place.js';
import type { ProjectConfig } from './project-config.js';

/** Language to key to message, in the order of the config's `locales`. */
export type Catalogs = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Loads `<procedures>/_locales/<language>.json` for every language; `files` are those that are there. A project without any has no messages. */
export async function loadCatalogs(
  host: Host,
  root: string,
  config: ProjectConfig,
): Promise<{
  readonly catalogs: Catalogs;
  readonly files: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}> {
  const catalogs: Record<string, Readonly<Record<string, string>>> = {};
  const files: string[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const locale of config.locales) {
    const file = `${config.procedures}/_locales/${locale}.json`;
    const text = await host.readFile(`${root}/${file}`);
    if (text !== null) files.push(file);
    else if (config.locales.length === 1) continue;
    const catalog = text === null ? 'There is no such catalog.' : parseCatalog(text);
    if (typeof catalog === 'string')
      diagnostics.push(createDiagnostic('invalid-catalog', startOf(file), catalog));
    else catalogs[locale] = catalog;
  }
  return { catalogs, files, diagnostics };
}

function parseCatalog(text: string): Readonly<Record<string, string>> | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `The catalog is not JSON: ${(error as Error).message}.`;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'The catalog is not an object.';
  const wrong = Object.entries(value).find(([, message]) => typeof message !== 'string');
  if (wrong) return `The message "${wrong[0]}" is not a text.`;
  return Object.fromEntries(
    Object.entries(value as Record<string, string>).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
