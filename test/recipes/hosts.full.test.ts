import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { runtimeCommand } from '../consumers/support/runtimes.js';
import { findPort } from '../find-port.js';
import { type Finished, type Started, startCommand } from '../readme/support/start-command.js';
import {
  createHostProject,
  edit,
  hostPackage,
  PROCGEN,
  packForHosts,
  removeHostProjects,
  runWell,
} from './support/create-host-project.js';
import { type Answered, requestFrom, type SentRequest } from './support/request-from.js';

interface Host {
  readonly name: string;
  /** The folder of the recipe. */
  readonly recipe: string;
  /** What the recipe calls the service, whose keyring makes the key. Without it the command line makes one. */
  readonly service?: 'api' | 'router';
  /** What is done to the recipe. */
  change?(server: string): string;
  /** Makes the project, where that is not the recipe in a folder of its own. */
  create?(): Promise<string>;
  /** Makes of the project what can be run: the command for it. */
  prepare(project: string, port: string): Promise<readonly string[]>;
  readonly env?: Readonly<Record<string, string>>;
  readonly isKoa?: true;
  /** Whether it does not tell addresses. */
  readonly isMute?: true;
  /** Whether the host ends by itself and leaves the store to the next start. */
  readonly endsItself?: true;
}

const NEXT_ENV = { NEXT_TELEMETRY_DISABLED: '1', CI: '1', NO_COLOR: '1' };
const next = () => [process.execPath, hostPackage('next/dist/bin/next')];

const HOSTS: readonly Host[] = [
  { name: 'node:http', recipe: 'hosts/node', service: 'api', prepare: compile },
  { name: 'Express', recipe: 'hosts/express', service: 'api', prepare: compile },
  {
    name: 'Express with express.json() before',
    recipe: 'hosts/express',
    service: 'api',
    change: (server) => server.replace('app.use(api)', 'app.use(express.json());\napp.use(api)'),
    prepare: compile,
  },
  { name: 'Fastify', recipe: 'hosts/fastify', service: 'api', prepare: compile },
  { name: 'Koa', recipe: 'own-koa-app', service: 'router', prepare: compile, isKoa: true },
  { name: 'Hono', recipe: 'hosts/hono', service: 'api', prepare: compile },
  {
    name: 'Hono without addresses',
    recipe: 'hosts/hono',
    service: 'api',
    change: (server) => server.replace(/, \{ address: .*? \}/, '').replace(/import \{ getConnInfo.*\n/, ''),
    prepare: compile,
    isMute: true,
  },
  {
    name: 'Next',
    recipe: 'hosts/next',
    create: buildNext,
    prepare: async (_project, port) => [...next(), 'start', '--port', port],
    env: NEXT_ENV,
    isMute: true,
    endsItself: true,
  },
  {
    name: 'Bun',
    recipe: 'hosts/bun',
    service: 'api',
    async prepare(project) {
      await runWell([...tsc('bun'), '--noEmit', 'server.ts'], project);
      return [...runtimeCommand('bun'), 'server.ts'];
    },
  },
  {
    name: 'Deno',
    recipe: 'hosts/deno',
    service: 'api',
    prepare: async () => [runtimeCommand('deno')[0], 'run', '--check', '--allow-all', 'server.ts'],
    env: { DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' },
  },
];

/** For a recipe that runs on Node: checks its types and compiles it. */
async function compile(project: string): Promise<readonly string[]> {
  await runWell([...tsc('node'), '--outDir', 'js', '--rootDir', '.', 'server.ts'], project);
  await cp(join(project, 'generated/openapi.json'), join(project, 'js/generated/openapi.json'));
  return [process.execPath, 'js/server.js'];
}

let nextProject: Promise<string> | undefined;

/** The recipe for Next, built once, which takes a minute. */
function buildNext(): Promise<string> {
  const build = async () => {
    const project = await createHostProject(archive, 'hosts/next');
    await runWell([...next(), 'build'], project, NEXT_ENV);
    // A build opens no store.
    expect(await readdir(join(project, '.procgen'))).not.toContain('store.json');
    return project;
  };
  nextProject ??= build();
  return nextProject;
}

function tsc(types: string): readonly string[] {
  const flags = '--strict --module nodenext --target es2022 --skipLibCheck --types';
  return [process.execPath, hostPackage('typescript/bin/tsc'), ...flags.split(' '), types];
}

let archive: string;
beforeAll(async () => {
  archive = await packForHosts();
});
afterAll(removeHostProjects);

describe.each(HOSTS)('$name', (host) => {
  let project: string;
  let server: Started;
  let url: string;
  let key: string;
  let end: Finished | undefined;
  const ask = (path: string, request?: SentRequest) => requestFrom(`${url}${path}`, request);
  const withKey = () => ({ Authorization: `Bearer ${key}` });

  beforeAll(async () => {
    project = await (host.create?.() ?? createHostProject(archive, host.recipe));
    const { service, change } = host;
    if (change) await edit(join(project, 'server.ts'), change);
    if (service) await edit(join(project, 'server.ts'), (text) => text + printKey(service));
    const port = String(await findPort());
    const command = await host.prepare(project, port);
    url = `http://127.0.0.1:${port}`;
    server = startCommand(command, { cwd: project, env: { ...host.env, PORT: port } });
    if (service) {
      [, key = ''] = await server.seen(/^key (\S+)$/m);
      await server.seen(/^listening on /m);
    } else {
      await untilAnswered(`${url}/api/health`);
      key = (await runWell([process.execPath, PROCGEN, 'keys', 'create', '--plain'], project)).trim();
    }
  });
  afterAll(async () => {
    server?.end('SIGKILL');
    await server?.finished;
  });

  test('answers a call of a public procedure', async () => {
    const { status, headers, text } = await ask('/api/health');
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(JSON.parse(text)).toEqual({ status: 'ok', timestamp: expect.stringMatching(/Z$/) });
  });

  test('answers a call of a protected one to who has a key, and refuses others', async () => {
    expect((await ask('/api/greetings/Ada?times=2')).status).toBe(401);
    const { status, text } = await ask('/api/greetings/Ada?times=2', { headers: withKey() });
    expect([status, JSON.parse(text).payload?.text]).toEqual([200, 'Hello, Ada, Ada!']);
  });

  test('reads a body, whether its length is told or not, and refuses one that is invalid', async () => {
    const create = (body: unknown, headers = {}) =>
      ask('/api/api-keys', { method: 'POST', body, headers: { ...withKey(), ...headers } });
    const created = await create({ name: 'laptop' });
    expect([created.status, JSON.parse(created.text).payload?.name]).toEqual([201, 'laptop']);
    const chunked = await create({ name: 'phone' }, { 'Transfer-Encoding': 'chunked' });
    expect(chunked.status).toBe(201);
    const refused = await create({ name: 7 });
    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.text)).toMatchObject({ success: false, errors: [{ path: ['name'] }] });
  });

  test('has its own paths answered by the host', async () => {
    const home = await ask('/');
    expect([home.status, home.text]).toEqual([200, expect.stringContaining('The home page.')]);
    const unknown = await ask('/nothing');
    expect(unknown.status).toBe(404);
    expect(unknown.headers['x-request-id']).toBeUndefined();
    expect(unknown.text).not.toContain('"success"');
  });

  test('has what is unknown under the prefix answered by procgen', async () => {
    const { status, text } = await ask('/api/nothing');
    expect([status, JSON.parse(text)]).toEqual([404, { success: false, message: 'Not found.' }]);
  });

  test('answers HEAD with the head alone', async () => {
    const { status, headers, text } = await ask('/api/health', { method: 'HEAD' });
    expect([status, text]).toEqual([200, '']);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test(`${host.isMute ? 'counts all callers as one' : 'counts callers by their addresses'}, and sets cookies`, async () => {
    const answers: Answered[] = [];
    for (const from of ['127.0.0.1', '127.0.0.2', '127.0.0.2'])
      answers.push(await ask('/api/about', { from }));
    const ips = host.isMute ? ['', '', ''] : ['127.0.0.1', '127.0.0.2', '127.0.0.2'];
    const isKoa = host.isKoa ?? false;
    expect(answers.map(({ text }) => JSON.parse(text))).toEqual(ips.map((ip) => ({ ip, isKoa })));
    const remaining = host.isMute ? ['99', '98', '97'] : ['99', '99', '98'];
    expect(answers.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(remaining);
    expect(answers[0]?.headers['set-cookie']).toEqual(['seen=once; path=/; httponly']);
  });

  test('ends in order, and has logged once if callers count as one', async () => {
    server.stop();
    end = await server.finished;
    if (!host.endsItself) {
      expect(end.exitCode, end.err).toBe(0);
      // Who has the store open would have a file here.
      expect(await readdir(join(project, '.procgen/store.json.owner'))).toEqual(['initialized']);
    }
    const told = end.out.match(/all callers without credentials count as one/g) ?? [];
    expect(told).toHaveLength(host.isMute ? 1 : 0);
  });
});

describe('Next', () => {
  let server: Started;
  let project: string;
  beforeAll(async () => {
    project = await buildNext();
  });

  test('tells callers apart by X-Forwarded-For behind a proxy that trustProxy names', async () => {
    const port = String(await findPort());
    const env = { ...NEXT_ENV, PROXIES: '1' };
    server = startCommand([...next(), 'start', '--port', port], { cwd: project, env });
    try {
      await untilAnswered(`http://127.0.0.1:${port}/api/health`);
      const ask = (address: string) =>
        requestFrom(`http://127.0.0.1:${port}/api/about`, { headers: { 'X-Forwarded-For': address } });
      expect(JSON.parse((await ask('6.6.6.6, 203.0.113.9')).text).ip).toBe('203.0.113.9');
      const { headers } = await ask('203.0.113.10');
      expect(headers['x-ratelimit-remaining']).toBe('99');
    } finally {
      server.end('SIGTERM');
    }
    expect((await server.finished).out).not.toContain('count as one');
  });

  test('serves changed procedures in development, with the store that is open', async () => {
    const port = String(await findPort());
    server = startCommand([...next(), 'dev', '--port', port], { cwd: project, env: NEXT_ENV });
    try {
      const readCookie = async () => {
        const { headers } = await requestFrom(`http://127.0.0.1:${port}/api/about`);
        return headers['set-cookie']?.[0]?.split(';')[0];
      };
      await untilAnswered(`http://127.0.0.1:${port}/api/health`);
      await expect(readCookie()).resolves.toBe('seen=once');
      await edit(join(project, 'procedures/about.ts'), (text) => text.replace("'once'", "'twice'"));
      await expect.poll(readCookie).toBe('seen=twice');
    } finally {
      server.end('SIGTERM');
      await server.finished;
    }
  });
});

/** What a recipe is given to run: it prints a key that the keyring of its service makes. */
function printKey(service: string): string {
  return `
const keyring = await ${service}.keyring();
await keyring.users.ensure('ada');
const { secret } = await keyring.apiKeys.create({ userId: 'ada', name: 'test' });
console.error('key ' + secret);
`;
}

async function untilAnswered(url: string): Promise<void> {
  const ask = async () => expect((await requestFrom(url)).status).toBe(200);
  await vi.waitFor(ask, { timeout: 60_000, interval: 100 });
}
