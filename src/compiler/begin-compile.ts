import { DEFAULT_CONFIG_FILE } from '../definition/config.js';
import type { Host } from './host.js';
import type { ImportContext } from './load/import-context.js';
import { loadImportExtension } from './load/load-import-extension.js';
import { noteFiles } from './load/note-files.js';
import { DEFAULT_PROCEDURES } from './load/project-config.js';
import { type BegunReading, beginReading } from './read/begin-reading.js';
import type { ReadConfig } from './read/read-module.js';
import { createSourceCache, type SourceCache } from './read/source-cache.js';

/** What of a compilation goes on while the rest of the compiler is being loaded. Who compiles hears of what fails. */
export interface BegunCompile {
  /** Of the procedure files, and of what they import. */
  readonly sources: SourceCache;
  /** Of what stands around them: settings, and the configuration with what it imports. */
  readonly aside: ImportContext & { readonly host: { readonly paths: ReadonlySet<string> } };
  readonly importExtension: Promise<'.js' | '.ts'>;
  /** What the text of the configuration tells; null when there is no such file. */
  readonly configSource: Promise<ReadConfig | null>;
  /** Procedure files of the default folder, where the text of the configuration names no other: what it spreads may yet. */
  readonly reading: Promise<BegunReading | null>;
}

export interface BeginOptions {
  readonly root: string;
  /** Relative to the project. */
  readonly configFile?: string | undefined;
  /** Options that win over what the configuration says. */
  readonly overrides?: object | undefined;
}

/** Begins to read. What is asked first is answered first: the configuration before the many procedure files. */
export function beginCompile(
  host: Host,
  { root, configFile = DEFAULT_CONFIG_FILE, overrides = {} }: BeginOptions,
): BegunCompile {
  const around = noteFiles(host);
  const aside = { host: around, root, sources: createSourceCache(around, root) };
  const sources = createSourceCache(host, root);
  const importExtension = loadImportExtension(around, root);
  const configSource = aside.sources.readConfig(`${root}/${configFile}`);
  const begin = async () => {
    const text = await aside.sources.readText(`${root}/${configFile}`);
    if (text === null || 'procedures' in overrides) return null;
    // Without that word there is nothing to wait for.
    if (text.includes('procedures') && (await configSource)?.places.has('procedures') !== false) return null;
    return beginReading(host, { root, folder: DEFAULT_PROCEDURES, sources });
  };
  const reading = begin();
  for (const begun of [importExtension, configSource, reading]) begun.catch(() => {});
  return { sources, aside, importExtension, configSource, reading };
}
