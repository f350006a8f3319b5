import { hash } from 'node:crypto';
import type { BuildFailure } from 'esbuild';
import { DEFAULT_CONFIG_FILE } from '../../definition/config.js';
import type { OutputFile } from '../../model/output-file.js';
import type { Compilation } from '../compile.js';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { findRoutesPath } from '../emit/routes/find-routes-path.js';
import type { Host } from '../host.js';
import { isBuildFailure } from '../load/esbuild.js';
import type { ProjectConfig } from '../load/project-config.js';
import { makeTable } from '../make-table.js';
import { startOf } from '../place.js';
import { type Bundling, bundleModules } from './bundle-modules.js';
import { listDeferrals } from './defer-procedures.js';
import type { KnownModules, ModuleLinks } from './list-links.js';
import { SERVER_FOLDER, type ServerEntry } from './run-bundler.js';

export interface ServerBundle {
  /** Relative to the project; none when there is a fault. */
  readonly files: readonly OutputFile[];
  readonly diagnostics: readonly Diagnostic[];
  /** Of what was bundled, without the route table's. */
  readonly links: ModuleLinks;
  /** Of those modules, where it has been found out. */
  readonly edited?: KnownModules['edited'] | undefined;
}

/**
 * What a server starts with, of a compilation without errors: its bundled modules with a source map, packages external,
 * the description, and a manifest: `{ version, procedures, inputs }`, the folder of procedure files, and a SHA-256 in hex by
 * path relative to the project. `bundling` are those modules where they are being bundled already.
 */
export async function bundleServer(
  host: Host,
  root: string,
  compilation: Compilation,
  bundling: Bundling | undefined,
): Promise<ServerBundle> {
  const { config, files, inputs } = compilation;
  if (!config) throw new Error('There is nothing to bundle of a compilation with errors.');
  const generated = new Map(files.map(({ path, text }) => [path, text]));
  try {
    const started = bundling ?? bundleModules(host, root, findEntry(config, compilation));
    const bundle = await started.modules;
    const paths = [...new Set([...inputs, ...bundle.inputs])].sort();
    const hashes = await hashInputs(host, root, paths, generated);
    const manifest = { version: 1, procedures: config.procedures, inputs: hashes };
    return {
      diagnostics: [],
      links: bundle.links,
      edited: bundle.edited,
      files: [
        // What is kept here is built, or a secret: never a commit's.
        { path: '.procgen/.gitignore', text: '*\n' },
        { path: `${SERVER_FOLDER}/index.mjs`, text: bundle.code },
        { path: `${SERVER_FOLDER}/index.mjs.map`, text: bundle.sourceMap },
        { path: `${SERVER_FOLDER}/openapi.json`, text: generated.get(`${config.out}/openapi.json`) ?? '' },
        { path: `${SERVER_FOLDER}/manifest.json`, text: `${JSON.stringify(manifest, null, 2)}\n` },
      ],
    };
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
    return { files: [], diagnostics: reportFaults(error), links: {} };
  }
}

function findEntry(config: ProjectConfig, { model, files }: Compilation): ServerEntry {
  const routes = files.find(({ path }) => path === findRoutesPath(config));
  if (!routes || !model) throw new Error('There is nothing to bundle without a route table.');
  return { config, routes, deferrals: listDeferrals(model, config) };
}

async function hashInputs(
  host: Host,
  root: string,
  inputs: readonly string[],
  generated: ReadonlyMap<string, string>,
): Promise<Record<string, string>> {
  const hashes: [string, string][] = [];
  for (const path of inputs) {
    const place = `${root}/${path}`;
    const known = generated.has(path) ? undefined : (host.hashOfRead?.(place) ?? host.hashOf?.(place));
    const text = known === undefined ? (generated.get(path) ?? (await host.readFile(place))) : '';
    if (text !== null) hashes.push([path, known ?? hash('sha256', text, 'hex')]);
  }
  return makeTable(hashes);
}

/** What the bundler refuses is an import that no other stage looks at: one that only a handler uses. */
function reportFaults({ errors }: BuildFailure): Diagnostic[] {
  return errors.map(({ text, location }) => {
    const help = 'Fix the import, or the module that it imports.';
    if (!location)
      return createDiagnostic('failing-import', startOf(DEFAULT_CONFIG_FILE), `${text}.`, { help });
    const { file, line, column, length } = location;
    const place = { file, line, column: column + 1, length: Math.max(1, length) };
    return createDiagnostic('failing-import', place, `${text}.`, { help });
  });
}
