import { createHash } from 'node:crypto';
import type { Compilation } from '../compile.js';
import type { OutputFile } from '../emit/output-file.js';
import type { Host } from '../host.js';
import { BUNDLE_OPTIONS } from '../load/bundle-options.js';
import { projectModules } from '../load/project-modules.js';
import { findImportMeta } from '../read/import-meta.js';
import { createSourceCache } from '../read/source-cache.js';
import { applyEdits } from '../read/text-edit.js';
import { applyPlan } from './apply-plan.js';
import { planWrites } from './plan-writes.js';

/** Where the bundle stands, relative to the project. */
export const SERVER_FOLDER = '.procgen/server';

export interface ServerBundleOptions {
  readonly root: string;
  /** A compilation without errors whose files have been written. */
  readonly compilation: Compilation;
}

/**
 * Bundles routes, procedures and configuration into one ES module that exports `routes` and `config`, packages
 * external, with a source map, the description, and a manifest: `{ version, procedures, inputs }`, the folder of
 * procedure files, and a SHA-256 in hex by path relative to the project.
 */
export async function buildServerBundle(
  host: Host,
  { root, compilation }: ServerBundleOptions,
): Promise<void> {
  const { config, files, inputs } = compilation;
  if (!config) throw new Error('There is nothing to bundle without a configuration.');
  const bundle = await bundleServer(host, root, config.out, config.file);
  const description = files.find(({ path }) => path === `${config.out}/openapi.json`);
  const paths = [...new Set([...inputs, ...bundle.inputs])];
  const manifest = { version: 1, procedures: config.procedures, inputs: await hashInputs(host, root, paths) };
  const output: readonly OutputFile[] = [
    // What is kept here is built, or a secret: never a commit's.
    { path: '.procgen/.gitignore', text: '*\n' },
    { path: `${SERVER_FOLDER}/index.js`, text: bundle.code },
    { path: `${SERVER_FOLDER}/index.js.map`, text: bundle.sourceMap },
    { path: `${SERVER_FOLDER}/openapi.json`, text: description?.text ?? '' },
    { path: `${SERVER_FOLDER}/manifest.json`, text: `${JSON.stringify(manifest, null, 2)}\n` },
  ];
  await applyPlan(host, root, await planWrites(host, root, output));
}

async function bundleServer(host: Host, root: string, out: string, configFile: string | null) {
  const { build } = await import('esbuild');
  const sources = createSourceCache(host, root);
  const routes = `${root}/${out}/routes.ts`;
  const config =
    configFile === null ? 'export const config = undefined;' : exportConfig(`${root}/${configFile}`);
  const result = await build({
    ...BUNDLE_OPTIONS,
    stdin: {
      contents: `export { routes } from ${JSON.stringify(routes)};\n${config}\n`,
      resolveDir: root,
      sourcefile: 'server.ts',
    },
    absWorkingDir: root,
    sourcemap: 'linked',
    outfile: `${root}/${SERVER_FOLDER}/index.js`,
    plugins: [
      projectModules({
        sources,
        failing: new Map(),
        hasNoSideEffects: false,
        packages: 'specifier',
        transform: async (path) => {
          const source = await sources.read(path);
          // The route table finds the description beside the bundle; every other module keeps its own place.
          if (!source || path === routes) return source?.tree.text ?? null;
          const url = `new URL(${JSON.stringify(`../../${source.file}`)}, import.meta.url).href`;
          return applyEdits(source.tree.text, findImportMeta(source.tree, url));
        },
      }),
    ],
  });
  const textOf = (ending: string) => result.outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  const inputs = Object.keys(result.metafile.inputs).filter(
    (path) => !path.includes(':') && path !== 'server.ts',
  );
  return { code: textOf('index.js'), sourceMap: textOf('index.js.map'), inputs };
}

function exportConfig(path: string): string {
  return `export { default as config } from ${JSON.stringify(path)};`;
}

async function hashInputs(
  host: Host,
  root: string,
  inputs: readonly string[],
): Promise<Record<string, string>> {
  const hashes: [string, string][] = [];
  for (const path of [...inputs].sort()) {
    const text = await host.readFile(`${root}/${path}`);
    if (text !== null) hashes.push([path, createHash('sha256').update(text).digest('hex')]);
  }
  return Object.fromEntries(hashes);
}
