import { mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest';
import { writeFiles } from './support/create-readme-project.js';
import { FILES, REPOSITORY } from './support/readme.js';
import { type Finished, runCommand, startCommand } from './support/start-command.js';

/** What has been committed, as somebody gets it who clones it; changes that are not committed are not in it. */
describe('a clean clone of the last commit', () => {
  let folder: string;
  let clone: string;
  let installed: Finished;
  let isRegistryMissing = false;

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'procgen-clone-')));
    clone = join(folder, 'procgen');
    const cloned = await runCommand(['git', 'clone', '--quiet', REPOSITORY, clone], { cwd: folder });
    expect(cloned.exitCode, cloned.err).toBe(0);
    installed = await runCommand(['npm', 'ci'], { cwd: clone });
    if (installed.exitCode !== 0 && process.env.CI !== 'true') {
      const ping = await runCommand(['npm', 'ping', '--fetch-retries=0'], { cwd: clone });
      isRegistryMissing = ping.exitCode !== 0;
    }
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Where npm has no registry nothing can be installed; never in CI, where that is a failure. */
  function requireInstall(context: TestContext): void {
    if (isRegistryMissing)
      context.skip('NOT TESTED: npm cannot reach its registry, so nothing was installed.');
    expect(installed.exitCode, `npm ci failed:\n${installed.out}${installed.err}`).toBe(0);
  }

  it('is installed and built by npm ci, and changed in nothing by it', async (context) => {
    requireInstall(context);
    const status = await runCommand(['git', 'status', '--porcelain'], { cwd: clone });
    expect(status.out).toBe('');
    await expect(readdir(join(clone, 'dist'))).resolves.toContain('index.js');
  });

  it('serves with npm start until it gets a SIGTERM, and then ends in order', async (context) => {
    requireInstall(context);
    const start = startCommand(['npm', 'start'], { cwd: clone, env: { PORT: '0' } });
    try {
      const [, url = ''] = await start.seen(/listening on (http:\/\/\S+)\n/);
      const health = await fetch(`${url}/api/health`);
      expect(health.status).toBe(200);
      expect(await health.json()).toEqual({ status: 'ok', timestamp: expect.stringMatching(/Z$/) });
      start.stop();
      // A server that npm leaves behind keeps the output open, and would keep the port as well.
      const end = await Promise.race([start.finished, giveUpAfter(15_000)]);
      expect(end).toMatchObject({ exitCode: 0, err: expect.stringContaining('stopping') });
      await expect(fetch(`${url}/livez`)).rejects.toThrow();
    } finally {
      start.end('SIGKILL');
      await start.finished;
    }
  });

  it('packs into a package that a new project installs and builds with', async (context) => {
    requireInstall(context);
    const packed = await runCommand(['npm', 'pack', '--ignore-scripts', '--pack-destination', folder], {
      cwd: clone,
    });
    expect(packed.exitCode, packed.err).toBe(0);
    const project = join(folder, 'items-service');
    await mkdir(project);
    await writeFiles(project, {
      'package.json': '{ "name": "items-service", "private": true, "type": "module" }\n',
      ...FILES,
    });
    const archive = join(folder, packed.out.trim());
    const added = await runCommand(['npm', 'install', archive, 'zod'], { cwd: project });
    expect(added.exitCode, added.err).toBe(0);
    const built = await runCommand(['npx', '--no-install', 'procgen', 'build'], { cwd: project });
    expect(built.exitCode, built.err).toBe(0);
    expect((await readdir(join(project, 'generated'))).sort()).toEqual([
      'client.ts',
      'openapi.json',
      'routes.ts',
    ]);
  });
});

function giveUpAfter(timeMs: number): Promise<never> {
  return new Promise((_resolve, reject) => {
    setTimeout(() => reject(new Error(`It had not ended after ${timeMs} ms.`)), timeMs).unref();
  });
}
