import { randomUUID } from 'node:crypto';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProcgen } from '../e2e/support/run-procgen.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface BuiltService {
  /** The project's folder, built and ready to be served. */
  readonly root: string;
  remove(): Promise<void>;
}

/** Builds this repository's own service in a folder of its own. */
export async function buildService(): Promise<BuiltService> {
  const root = join(ROOT, '.procgen', 'hardening', randomUUID());
  await mkdir(root, { recursive: true });
  for (const path of ['procedures', 'procgen.config.ts'])
    await cp(join(ROOT, path), join(root, path), { recursive: true });
  const { code, stderr } = await runProcgen(['build'], { cwd: root });
  if (code !== 0) throw new Error(stderr);
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
}
