import { cp, mkdir, readFile, rm, symlink } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { REPOSITORY } from '../cli/temporary-project.js';
import { findPort } from '../find-port.js';
import { runCommand, startCommand, startShell } from '../readme/support/start-command.js';
import { createNewProject, linkPackages } from './support/create-new-project.js';
import { readDockerfile } from './support/read-dockerfile.js';
import { startNginxLike } from './support/start-nginx-like.js';

const RECIPES = join(REPOSITORY, 'test/recipes');
const readRecipe = (path: string) => readFile(join(RECIPES, path), 'utf8');

let project: string;
beforeEach(async () => {
  project = await createNewProject();
});
afterEach(() => rm(dirname(project), { recursive: true, force: true }));

async function shell(line: string, cwd = project, env: Record<string, string> = {}): Promise<string> {
  const { exitCode, out, err } = await startShell(line, { cwd, env }).finished;
  expect(exitCode, `${line}\n${out}${err}`).toBe(0);
  return out;
}

const LISTENING = /listening on (http:\/\/\S+)\n/;
const COMMIT =
  'git init -q -b main && git add -A && git -c user.name=A -c user.email=a@example.com commit -qm All && git update-ref refs/remotes/origin/main HEAD';

describe('GitLab CI', () => {
  test('every line of its jobs passes in a new project, and the report is one that GitLab reads', async () => {
    const {
      default: all,
      check,
      'breaking-changes': breaking,
    } = parse(await readRecipe('gitlab-ci/.gitlab-ci.yml'));
    expect(all.before_script).toEqual(['npm ci --cache .npm --prefer-offline']);
    await shell(`npx procgen build && ${COMMIT}`);
    for (const line of [...check.script, ...breaking.script]) {
      await shell(line, project, { CI_MERGE_REQUEST_TARGET_BRANCH_NAME: 'main' });
    }
    const report = await readFile(join(project, check.artifacts.reports.codequality), 'utf8');
    expect(JSON.parse(report)).toEqual([]);
  });
});

describe('Docker', () => {
  test('is built in one stage and run in another, by a user without rights, with a health check', async () => {
    const [build = [], final = []] = readDockerfile(await readRecipe('docker/Dockerfile'));
    expect(build[0]?.rest).toMatch(/^node:22-slim AS build$/);
    const keywords = final.map(({ keyword }) => keyword);
    expect(keywords.indexOf('USER')).toBeGreaterThan(keywords.lastIndexOf('RUN'));
    expect(final.find(({ keyword }) => keyword === 'USER')?.rest).toBe('node');
    expect(keywords).toContain('HEALTHCHECK');
    expect((await readRecipe('docker/.dockerignore')).split('\n')).toContain('node_modules');
  });

  test('its steps, made by hand, give a server that is healthy, keeps its store, and stops in order', async () => {
    const [build = [], final = []] = readDockerfile(await readRecipe('docker/Dockerfile'));
    const lines = build.filter(({ keyword }) => keyword === 'RUN').map(({ rest }) => rest);
    expect([lines[0], lines.at(-1)]).toEqual(['npm ci', 'npm prune --omit=dev']);
    for (const line of lines.slice(1, -1)) await shell(line);
    const [image, data] = [join(dirname(project), 'image'), join(dirname(project), 'data')];
    for (const { rest } of final.filter(({ keyword }) => keyword === 'COPY')) {
      const [, from = '', to = ''] = /^--from=build \/app\/(\S+) \.\/(\S+)$/.exec(rest) ?? [];
      await mkdir(dirname(join(image, to)), { recursive: true });
      // What is installed is links, which a copy would follow into this repository.
      if (from === 'node_modules') await symlink(join(project, from), join(image, to));
      else await cp(join(project, from), join(image, to), { recursive: true });
    }
    await mkdir(data, { mode: 0o700 });
    const port = String(await findPort());
    const place = (text: string): string[] =>
      JSON.parse(
        text
          .replace(/^.*?CMD /, '')
          .replaceAll('3000', port)
          .replaceAll('/data/', `${data}/`),
      );
    const restOf = (keyword: string) => final.find((each) => each.keyword === keyword)?.rest ?? '';
    const server = startCommand(place(restOf('CMD')), { cwd: image, env: { NODE_ENV: 'production' } });
    try {
      await server.seen(LISTENING);
      await expect(runCommand(place(restOf('HEALTHCHECK')), { cwd: image })).resolves.toMatchObject({
        exitCode: 0,
      });
      await expect(readFile(join(data, 'store.json'), 'utf8')).resolves.not.toBe('');
    } finally {
      server.stop();
    }
    await expect(server.finished).resolves.toMatchObject({ exitCode: 0 });
    await expect(runCommand(place(restOf('HEALTHCHECK')), { cwd: image })).resolves.toMatchObject({
      exitCode: 1,
    });
  });
});

describe('a monorepo', () => {
  test('builds the client into a package of the workspace, which another one imports by name', async () => {
    const root = join(dirname(project), 'monorepo');
    await cp(join(RECIPES, 'monorepo'), root, { recursive: true });
    await linkPackages(root);
    // What npm makes of workspaces; the client's package is there from the first build on.
    for (const name of ['api', 'client', 'web']) {
      await symlink(join(root, 'packages', name), join(root, 'node_modules', `shop-${name}`));
    }
    await shell('npm run build && npm run check', root);
    expect(JSON.parse(await readFile(join(root, 'packages/client/package.json'), 'utf8')).name).toBe(
      'shop-client',
    );
    const server = startCommand(
      ['npx', '--no-install', 'procgen', '-C', 'packages/api', 'serve', '--port', '0'],
      {
        cwd: root,
      },
    );
    try {
      const [, url = ''] = await server.seen(LISTENING);
      await expect(shell('node packages/web/main.js', root, { API_URL: url })).resolves.toBe('1 Lamp\n');
    } finally {
      server.end('SIGTERM');
      await server.finished;
    }
  });
});

describe('React Query', () => {
  test('its queries and mutations have the types of the client, and do what TanStack Query asks of them', async () => {
    await cp(join(RECIPES, 'react-query'), join(project, 'web'), { recursive: true });
    await shell('npx procgen build');
    const strict =
      '--ignoreConfig --noEmit --strict --module nodenext --target es2022 --types node --skipLibCheck';
    await shell(`npx tsc ${strict} web/greeting-queries.ts`);
    const bundled = `${join(REPOSITORY, 'node_modules/esbuild/bin/esbuild')} web/greeting-queries.ts --bundle --format=esm --platform=node --outfile=queries.mjs`;
    await shell(bundled);
    const server = startCommand(['npx', '--no-install', 'procgen', 'serve', '--port', '0'], { cwd: project });
    try {
      const [, url = ''] = await server.seen(LISTENING);
      const key = (await shell('npx procgen keys create --plain')).trim();
      const script = `
        import { apiKeys, createApiKey, greeting } from './queries.mjs';
        const { queryKey, queryFn } = greeting({ name: 'Ada' });
        const { signal } = new AbortController();
        const kept = queryFn({ signal: AbortSignal.abort() }).catch((error) => error.kind);
        await createApiKey().mutationFn({ name: 'web' });
        const keys = await apiKeys().queryFn({ signal });
        const failed = await greeting({ name: 'Ada', times: 9 }).queryFn({ signal }).catch((error) => error.status);
        console.log(JSON.stringify([queryKey, (await queryFn({ signal })).text, await kept, keys.length, failed]));`;
      const printed = await runCommand([process.execPath, '--input-type=module', '-e', script], {
        cwd: project,
        env: { API_URL: url, API_KEY: key },
      });
      expect(printed.exitCode, printed.err).toBe(0);
      const expected = [['greetings', 'greet', { name: 'Ada' }], 'Hello, Ada!', 'aborted', 2, 400];
      expect(JSON.parse(printed.out)).toEqual(expected);
    } finally {
      server.end('SIGTERM');
      await server.finished;
    }
  });
});

describe('an own Koa application', () => {
  test('serves its own pages beside the API, and ends in order', async () => {
    await cp(join(RECIPES, 'own-koa-app'), project, { recursive: true });
    await shell('sh -e compile.sh');
    const server = startCommand([process.execPath, 'js/server.js'], { cwd: project, env: { PORT: '0' } });
    try {
      const [, port] = await server.seen(/listening on .*"port":(\d+)/);
      const url = `http://127.0.0.1:${port}`;
      await expect((await fetch(url)).text()).resolves.toBe('The home page.');
      expect((await fetch(`${url}/api/health`)).status).toBe(200);
      expect((await fetch(`${url}/api/greetings/Ada`)).status).toBe(401);
    } finally {
      server.stop();
    }
    await expect(server.finished).resolves.toMatchObject({ exitCode: 0 });
  });
});

describe('a reverse proxy', () => {
  test('with the headers of the configuration for nginx, callers are told apart by their own addresses', async () => {
    const configuration = await readRecipe('reverse-proxy/nginx.conf');
    await shell('npx procgen build');
    const env = { PROCGEN_TRUST_PROXY: '1', PROCGEN_BASE_URL: 'https://api.example.com' };
    const serve = ['npx', '--no-install', 'procgen', 'serve', '--mode', 'production', '--port', '0'];
    const server = startCommand(serve, { cwd: project, env });
    const [, target = ''] = await server.seen(LISTENING);
    const proxy = await startNginxLike(configuration, { target, remoteAddress: '203.0.113.9' });
    try {
      const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/api/greetings/Ada`;
      const answer = await fetch(url, { headers: { 'X-Forwarded-For': '198.51.100.1' } });
      expect(answer.status).toBe(401);
    } finally {
      proxy.closeAllConnections();
      proxy.close();
      server.end('SIGTERM');
    }
    const { out } = await server.finished;
    expect(out).toContain('"address":"203.0.113.9"');
    expect(out).not.toContain('198.51.100.1');
  });

  test('the configuration for Caddy, which sets those headers by itself, leads to the same port', async () => {
    const [caddy, nginx] = [
      await readRecipe('reverse-proxy/Caddyfile'),
      await readRecipe('reverse-proxy/nginx.conf'),
    ];
    const [, port] = /reverse_proxy 127\.0\.0\.1:(\d+)/.exec(caddy) ?? [];
    expect(nginx).toContain(`proxy_pass http://127.0.0.1:${port};`);
  });
});
