import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Installed, installProcgen } from './install-procgen.js';

/** In what `du -m` prints. Whoever raises one says in the commit what for. */
const LIMIT_MB = 62;
const LIMIT_PACKAGES = 107;

describe('npm install procgen zod', () => {
  let installed: Installed;

  beforeAll(async () => {
    installed = await installProcgen({ 'package.json': '{ "name": "app", "private": true }' });
  });
  afterAll(() => installed.remove());

  it('succeeds, and npm warns of nothing in procgen', () => {
    const { exitCode, err } = installed.install;
    expect(exitCode, err).toBe(0);
    // npm warns of esbuild, whose own installation links its program.
    expect(err).not.toContain('procgen');
  });

  it(`installs at most ${LIMIT_PACKAGES} packages`, async () => {
    const lock = await readFile(join(installed.root, 'node_modules/.package-lock.json'), 'utf8');
    const packages = Object.keys(JSON.parse(lock).packages);
    expect(packages).toContain('node_modules/procgen');
    expect(packages.length).toBeLessThanOrEqual(LIMIT_PACKAGES);
  });

  it(`takes at most ${LIMIT_MB} MB of disk`, async () => {
    const bytes = await measureDisk(join(installed.root, 'node_modules'));
    expect(bytes / 1_048_576).toBeLessThanOrEqual(LIMIT_MB);
  });
});

/** As `du` counts: in whole blocks, folders too, and a file with several names once. */
async function measureDisk(folder: string): Promise<number> {
  const seen = new Set<number>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  let blocks = 0;
  for (const { parentPath, name } of entries) {
    const { ino, blocks: own } = await stat(join(parentPath, name));
    if (!seen.has(ino)) blocks += own;
    seen.add(ino);
  }
  return blocks * 512;
}
