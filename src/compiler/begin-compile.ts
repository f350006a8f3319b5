import { DEFAULT_CONFIG_FILE } from '../authoring/config.js';
import type { Host } from './host.js';
import type { ImportContext } from './load/import-context.js';
import { loadImportExtension } from './load/load-import-extension.js';
import { noteFiles } from './load/note-files.js';
import type { ModuleSyntax } from './parse/module-syntax.js';
import { SourceModules } from './parse/source-modules.js';

/** What of a compilation goes on while the rest of the compiler is being loaded. Who compiles hears of what fails. */
export interface BegunCompile {
  /** Of the procedure files, and of what they import. */
  readonly sources: SourceModules;
  /** Of what stands around them: settings, and the configuration with what it imports. */
  readonly aside: ImportContext & { readonly host: { readonly paths: ReadonlySet<string> } };
  readonly importExtension: '.js' | '.ts';
  /** The configuration; null when there is no such file. */
  readonly configSource: ModuleSyntax | null;
}

export interface BeginOptions {
  readonly root: string;
  /** Relative to the project. */
  readonly configFile?: string | undefined;
  /** Options that win over what the configuration says. */
  readonly overrides?: object | undefined;
}

/** Reads the settings. */
export function beginCompile(
  host: Host,
  { root, configFile = DEFAULT_CONFIG_FILE }: BeginOptions,
): BegunCompile {
  const around = noteFiles(host);
  const aside = { host: around, root, sources: new SourceModules(around, root) };
  const sources = new SourceModules(host, root);
  const importExtension = loadImportExtension(around, root);
  const configSource = aside.sources.parse(`${root}/${configFile}`);
  return { sources, aside, importExtension, configSource };
}
