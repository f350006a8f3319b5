import { mkdir, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type LocalRegistry, startLocalRegistry } from '../../packed/local-registry.js';
import { type Finished, runCommand, startCommand, startShell } from '../../readme/support/start-command.js';
import { REPOSITORY } from '../temporary-project.js';

/** What a new user types once the package is published, with the package packed and npm kept to this machine. */
describe('a new user, from the packed package', () => {
  let folder: string;
  let project: string;
  let registry: LocalRegistry;
  let env: Record<string, string>;
  let archive: string;
  let started: Finished;
  let installed: Finished;

  const run = (line: string, more: Record<string, string> = {}, cwd = project) =>
    startShell(line, { cwd, env: { ...env, ...more } });

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'procgen-new-user-')));
    registry = await startLocalRegistry();
    // Not the caches of this machine: what is not in the registry on loopback is nowhere.
    env = {
      HOME: folder,
      npm_config_registry: registry.url,
      npm_config_cache: join(folder, 'cache'),
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_offline: 'false',
    };
    const packing = ['npm', 'pack', '--ignore-scripts', '--pack-destination', folder];
    const packed = await runCommand(packing, { cwd: REPOSITORY });
    expect(packed.exitCode, packed.err).toBe(0);
    archive = packed.out.trim();
    await mkdir(join(folder, 'work'));
    project = join(folder, 'work/app');
    const init = `npx --yes --package=../${archive} procgen init app --yes`;
    started = await run(init, {}, join(folder, 'work')).finished;
    expect(started.exitCode, started.err).toBe(0);
    installed = await run('npm install').finished;
  });

  afterAll(async () => {
    await registry.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('gets a project that depends on that very package, and npm installs it', async () => {
    const { dependencies } = JSON.parse(await readFile(join(project, 'package.json'), 'utf8'));
    expect(dependencies.procgen).toBe(`file:../../${archive}`);
    expect(installed.exitCode, installed.err).toBe(0);
  });

  test('has the first authorised answer after the fourth command, the one that was shown', async () => {
    const server = startCommand(['npm', 'run', 'dev'], { cwd: project, env: { ...env, PORT: '0' } });
    try {
      const [, url = ''] = await server.seen(/listening on (http:\/\/\S+)\n/);
      const [shown = ''] = /^ {2}curl .*$/m.exec(started.err) ?? [];
      expect(shown).toContain('http://localhost:3000/api/');
      const call = shown
        .trim()
        .replace('http://localhost:3000', url)
        .replace('curl', 'curl -sS -w "\\n%{http_code}"');
      const { out, err } = await run(call).finished;
      const [body = '', status] = out.split('\n');
      expect(status, err).toBe('200');
      expect(JSON.parse(body)).toMatchObject({ success: true, payload: { text: 'Hello, Ada!' } });
    } finally {
      server.end('SIGTERM');
      await server.finished;
    }
  });

  test('commits it, and every step of its GitHub workflow passes', async () => {
    const git = 'git -c user.name=A -c user.email=a@example.com';
    const commit = `git init -q -b main && git add -A && ${git} commit -qm All && git update-ref refs/remotes/origin/main HEAD`;
    expect(await run(commit).finished).toMatchObject({ exitCode: 0 });
    const workflow = parse(await readFile(join(project, '.github/workflows/ci.yml'), 'utf8'));
    const steps: { run?: string }[] = workflow.jobs.check.steps;
    const lines = steps.flatMap(({ run: line }) => line ?? []);
    expect(lines.slice(0, 2)).toEqual(['npm ci', 'npx procgen build --check']);
    for (const line of lines) {
      const { exitCode, out, err } = await run(line, { GITHUB_BASE_REF: 'main' }).finished;
      expect(exitCode, `${line}\n${out}${err}`).toBe(0);
    }
    expect((await run('git status --porcelain').finished).out).toBe('');
  });

  test('serves what was built with npm start', async () => {
    const server = startCommand(['npm', 'start', '--', '--port', '0'], { cwd: project, env });
    try {
      const [, url = ''] = await server.seen(/listening on (http:\/\/\S+)\n/);
      expect((await fetch(`${url}/api/health`)).status).toBe(200);
      expect((await fetch(`${url}/api/docs`)).status).toBe(404);
    } finally {
      server.end('SIGTERM');
      await server.finished;
    }
  });
});
