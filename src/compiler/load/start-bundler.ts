import { esbuild } from './esbuild.js';

/** Starts esbuild's process, which every bundle of this one is then made by. */
export async function startBundler(): Promise<void> {
  await esbuild.transform('');
}
