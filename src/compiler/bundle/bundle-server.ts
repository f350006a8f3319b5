import { hash } from 'node:crypto';
import { posix } from 'node:path';
import type { BuildFailure } from 'esbuild';
import { DEFAULT_CONFIG_FILE } from '../../definition/config.js';
import type { OutputFile } from '../../model/output-file.js';
import type { Compilation } from '../compilation.js';
import { TEMPLATES } from '../config/load-templates.js';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { type Deferrals, emitRoutes, ROUTES_FILE } from '../emit/routes/emit-routes.js';
import { isBuildFailure } from '../esbuild.js';
import type { Host } from '../host.js';
import { listCandidates } from '../parse/resolve-import.js';
import { SourceModules } from '../parse/source-modules.js';
import { suggestImport } from '../parse/suggest-import.js';
import { startOf } from '../source-location.js';
import { bundleDeferring, listDeferrals } from './bundle-deferring.js';
import { SERVER_FOLDER, type ServerBundler } from './server-bundler.js';

export interface ServerBundle {
  /** Paths are relative to the project; empty if there is an error. */
  readonly files: readonly OutputFile[];
  readonly diagnostics: readonly Diagnostic[];
}

export interface BundleTools {
  readonly bundler: ServerBundler;
  /** Returns the SHA-256 in hex of the file at an absolute path, or null if there is none. */
  hashFile(path: string): string | null;
}

/**
 * Builds what a server starts with from a compilation without errors: its bundled modules with a source map (packages
 * are external), the OpenAPI description, and the manifest `{ version, procedures, inputs }` with the folder of
 * procedure files and a SHA-256 in hex by path relative to the project.
 */
export async function bundleServer(
  host: Host,
  root: string,
  compilation: Compilation,
  { bundler, hashFile }: BundleTools,
): Promise<ServerBundle> {
  const { config, files, inputs, model, templates } = compilation;
  if (!config || !model) throw new Error('A compilation with errors cannot be bundled.');
  const generated = new Map(files.map(({ path, text }) => [path, text]));
  const tablePath = `${config.out}/${ROUTES_FILE}`;
  const template = await host.readPackageFile(new URL('routes.hbs', TEMPLATES));
  // The project's own template may do anything with the rows.
  const isDefaultTemplate = templates.every(({ name }) => name !== 'routes.hbs');
  const run = (deferrals: Deferrals) => {
    const text = isDefaultTemplate
      ? emitRoutes(model, template, deferrals).text
      : (generated.get(tablePath) ?? '');
    return bundler.bundle({ path: `${root}/${tablePath}`, text });
  };
  const hashInput = (path: string): readonly [string, string][] => {
    const text = generated.get(path);
    const found = text === undefined ? hashFile(posix.resolve(root, path)) : hash('sha256', text);
    return found === null ? [] : [[path, found]];
  };
  try {
    const deferrals = isDefaultTemplate ? listDeferrals(model, config) : new Map();
    const { code, sourceMap, metafile } = await bundleDeferring(tablePath, deferrals, run);
    const modules = Object.keys(metafile.inputs).filter((each) => !each.includes(':'));
    const paths = [...new Set([...inputs, ...modules])].sort();
    const manifest = {
      version: 1,
      procedures: config.procedures,
      inputs: Object.fromEntries(paths.flatMap(hashInput)),
    };
    return {
      diagnostics: [],
      files: [
        // This folder holds build output and secrets, neither of which belongs in a commit.
        { path: '.procgen/.gitignore', text: '*\n' },
        { path: `${SERVER_FOLDER}/index.mjs`, text: code },
        { path: `${SERVER_FOLDER}/index.mjs.map`, text: sourceMap },
        { path: `${SERVER_FOLDER}/openapi.json`, text: generated.get(`${config.out}/openapi.json`) ?? '' },
        { path: `${SERVER_FOLDER}/manifest.json`, text: `${JSON.stringify(manifest, null, 2)}\n` },
      ],
    };
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
    return { files: [], diagnostics: reportFailure(host, root, error) };
  }
}

/** esbuild rejects only imports that no other stage checks: those that only a handler uses. */
function reportFailure(host: Host, root: string, { errors }: BuildFailure): Diagnostic[] {
  return errors.map(({ text, location }) => {
    const [, missing] = UNRESOLVED.exec(text) ?? [];
    const message = missing === undefined ? `${text}.` : `Cannot find ${missing}.`;
    const isJson = location?.file.endsWith('.json');
    const fix = isJson ? 'Fix the syntax there.' : 'Fix the import, or the module that it imports.';
    if (!location)
      return createDiagnostic('failing-import', startOf(DEFAULT_CONFIG_FILE), message, { help: fix });
    const { file, line, column, length } = location;
    const path = posix.resolve(root, file);
    readForWatch(host, path, missing);
    const sources = new SourceModules(host, root);
    const help = missing === undefined ? fix : suggestImport(sources, path, JSON.parse(missing));
    const found = { file, line, column: column + 1, length: Math.max(1, length) };
    return createDiagnostic('failing-import', found, message, { help });
  });
}

const UNRESOLVED = /^Could not resolve (".*")$/;

/** Reads the files so that a watch rebuilds when the module changes, or when the missing one appears. */
function readForWatch(host: Host, path: string, missing: string | undefined): void {
  host.readFile(path);
  if (missing === undefined) return;
  for (const candidate of listCandidates(path, JSON.parse(missing))) host.readFile(candidate);
}
