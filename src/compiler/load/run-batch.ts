import type { Host } from '../host.js';
import { BUNDLE_OPTIONS } from './bundle-options.js';
import { esbuild } from './esbuild.js';
import type { MadeBatch } from './print-batch.js';

/** What is only warned of outside of a bundle, and refused in one. */
const logOverride = { 'assign-to-constant': 'error' } as const;

/** Runs a batch of files that need nothing of the project's: what each of them exports. */
export async function runBatch(host: Host, { text, imports }: MadeBatch): Promise<readonly object[]> {
  const { target, logLevel } = BUNDLE_OPTIONS;
  const { code } = await esbuild.transform(text, { loader: 'ts', target, logLevel, logOverride });
  const given = await Promise.all(imports.map(([url, name]) => importName(host, url, name)));
  return (host.evaluate(code) as (...names: readonly unknown[]) => readonly object[])(...given);
}

async function importName(host: Host, url: string, name: string): Promise<unknown> {
  const module = await host.importUrl(url);
  if (name === '*') return module;
  if (!(name in module)) throw new SyntaxError(`${url} exports no ${JSON.stringify(name)}.`);
  return module[name];
}
