import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const FOLDER = fileURLToPath(new URL('../.procgen/processes', import.meta.url));

/**
 * Bundles a script that a test runs in a process of its own, with the modules of `src` that it imports; packages are found as
 * from this repository. The path of the bundle, which is named after its text, so that tests side by side can share it.
 */
export function bundleProcess(script: URL): string {
  const path = fileURLToPath(script);
  const { outputFiles } = buildSync({
    entryPoints: [path],
    write: false,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    logLevel: 'warning',
  });
  const [bundle] = outputFiles;
  if (!bundle) throw new Error(`esbuild wrote nothing for ${path}.`);
  const hash = createHash('sha256').update(bundle.contents).digest('hex').slice(0, 16);
  const file = `${FOLDER}/${basename(path, '.mjs')}-${hash}.mjs`;
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(`${file}.${process.pid}`, bundle.contents);
  renameSync(`${file}.${process.pid}`, file);
  return file;
}
