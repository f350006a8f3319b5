import { existsSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { spawnProcgen } from '../spawn-procgen.js';
import { CONFIG, createProject, PING } from '../temporary-project.js';

/** Answers with what its module says; a call that is held, as soon as `release.txt` is there. */
const SLOW = `import { existsSync, writeFileSync } from 'node:fs';
import { procedure } from 'procgen';
import * as z from 'zod';
import { version } from '../version.js';

export const wait = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/wait', tags: ['demo'], summary: 'Wait', protect: false },
    rateLimit: false,
  })
  .input(z.object({ held: z.boolean().default(false) }))
  .output(z.object({ version: z.number() }))
  .query(async ({ input }) => {
    if (input.held) writeFileSync(new URL('../held.txt', import.meta.url), '');
    while (input.held && !existsSync(new URL('../release.txt', import.meta.url))) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return { version };
  });
`;
const NOTING = `import { appendFileSync } from 'node:fs';
import { defineConfig } from 'procgen';
import { version } from './version.js';

const note = (event: string) => appendFileSync(new URL('events.txt', import.meta.url), event + version + ' ');
export default defineConfig({
  tags: { demo: 'Demo' },
  onStart: () => note('start'),
  onStop: () => note('stop'),
});
`;

// Files are saved by one synchronous call: between the turns of a promise a watch would build one that is still empty.
test('serve --watch serves what was saved, drops no call meanwhile, and keeps its counters.', async () => {
  const root = await createProject({
    'procgen.config.ts': NOTING,
    'version.ts': 'export const version = 1;\n',
    'procedures/slow.ts': SLOW,
    'procedures/demo.ts': PING,
  });
  const server = spawnProcgen(root, 'serve --watch --port 0');
  const [, origin = ''] = await server.seen(/^listening on (\S+)$/m);
  const wait = async (query = '') => {
    const response = await fetch(`${origin}/api/wait${query}`);
    const body = (await response.json()) as { version?: number };
    return { status: response.status, version: body.version };
  };
  const remaining = async () =>
    Number((await fetch(`${origin}/api/ping`)).headers.get('x-ratelimit-remaining'));
  const left = await remaining();

  const answers: number[] = [];
  let isOver = false;
  const calling = (async () => {
    while (!isOver) {
      const response = await fetch(`${origin}/livez`);
      answers.push(response.status, (await wait()).status);
      await sleep(40);
    }
  })();
  const inFlight = wait('?held=true');
  await expect.poll(() => existsSync(join(root, 'held.txt'))).toBe(true);
  writeFileSync(join(root, 'version.ts'), 'export const version = 2;\n');
  await server.seen(/^rebuilt in [\d.]+ m?s: (?:version\.ts; )?generated files unchanged$/m);
  expect(await wait()).toEqual({ status: 200, version: 2 });
  expect(await readFile(join(root, 'events.txt'), 'utf8')).toBe('start1 start2 ');
  writeFileSync(join(root, 'release.txt'), '');
  expect(await inFlight).toEqual({ status: 200, version: 1 });

  writeFileSync(join(root, 'procedures/demo.ts'), PING.replace("'/ping'", "'ping'"));
  await server.seen(
    /^error\[invalid-path\][\s\S]*^1 error in 1 file; still serving the last successful build\.$/m,
  );
  expect(await wait()).toEqual({ status: 200, version: 2 });
  writeFileSync(join(root, 'version.ts'), "export const version = 3;\nthrow new Error('not today');\n");
  writeFileSync(join(root, 'procedures/demo.ts'), PING);
  await server.seen(
    /^error: The application could not be loaded: not today\n.*\n?still serving the last successful build; waiting for changes$/m,
  );
  expect(await wait()).toEqual({ status: 200, version: 2 });
  writeFileSync(join(root, 'version.ts'), 'export const version = 4;\n');
  await server.seen(/^rebuilt in [\s\S]*^rebuilt in /m);
  expect(await wait()).toEqual({ status: 200, version: 4 });

  isOver = true;
  await calling;
  expect([...new Set(answers)]).toEqual([200]);
  expect(await remaining()).toBe(left - 1);
  server.signal('SIGINT');
  expect((await server.end).exitCode).toBe(0);
  const events = await readFile(join(root, 'events.txt'), 'utf8');
  expect(events.trim().split(' ')).toEqual(['start1', 'start2', 'stop1', 'start4', 'stop2', 'stop4']);
});

test('serve --watch waits for errors to be fixed before it starts, and then serves.', async () => {
  const root = await createProject({
    'procgen.config.ts': CONFIG,
    'procedures/demo.ts': PING.replace("'/ping'", "'ping'"),
  });
  const server = spawnProcgen(root, 'serve --watch --port 0');
  await server.seen(/^1 error in 1 file; not serving yet\.$/m);
  writeFileSync(join(root, 'procedures/demo.ts'), PING);
  const [, origin] = await server.seen(/^listening on (\S+)$/m);
  expect((await fetch(`${origin}/api/ping`)).status).toBe(200);
  server.signal('SIGTERM');
  expect((await server.end).exitCode).toBe(0);
});

test.each(['overload: false', 'maxKeysPerUser: 3', 'accessLog: false'])(
  'serve --watch says of `%s` that only a new start takes it up, and of nothing else.',
  async (option) => {
    const root = await createProject({ 'procgen.config.ts': CONFIG, 'procedures/demo.ts': PING });
    const server = spawnProcgen(root, 'serve --watch --port 0');
    await server.seen(/^listening on /m);
    const changed = CONFIG.replace('defineConfig({', `defineConfig({ ${option}, bodyLimit: 1000,`);
    writeFileSync(join(root, 'procgen.config.ts'), changed);
    await server.seen(/^rebuilt in /m);
    server.signal('SIGINT');
    const { err } = await server.end;
    const [name] = option.split(':');
    const notes = err.split('\n').filter((line) => line.startsWith('note: `'));
    expect(notes).toEqual([`note: \`${name}\` has changed; restart the server to apply it`]);
  },
  30_000,
);

const ANSWERING = PING.replace('z.object({ pong: z.boolean() })', 'z.string()').replace(
  /\.query\(.*\);/s,
  '.query(() => answer);\n',
);

async function serveAnswer(text: string) {
  const root = await createProject({
    'procgen.config.ts': CONFIG,
    'procedures/demo.ts': `import { answer } from '../answer.js';\n${ANSWERING}`,
    'answer.ts': text,
  });
  const save = (next: string) => writeFileSync(join(root, 'answer.ts'), next);
  return { root, save, server: spawnProcgen(root, 'serve --watch --port 0') };
}

const say = (answer: string) => `export const answer = '${answer}';\n`;

async function originOf(server: ReturnType<typeof spawnProcgen>): Promise<string> {
  const [, origin = ''] = await server.seen(/^listening on (\S+)$/m);
  return origin;
}

const readAnswer = async (origin: string) => (await fetch(`${origin}/api/ping`)).json();

test('serve --watch gives up an application that does not load when a file is saved.', async () => {
  const never = `await new Promise(() => {});\n${say('never')}`;
  const { save, server } = await serveAnswer(never);
  await server.seen(/^generated 3 files/m);
  await sleep(500);
  save(say('first'));
  const origin = await originOf(server);
  expect(await readAnswer(origin)).toBe('first');
  save(never);
  await sleep(1_500);
  save(say('second'));
  await expect.poll(() => readAnswer(origin)).toBe('second');
  server.signal('SIGTERM');
  expect((await server.end).exitCode).toBe(0);
});

test('serve --watch ends at a signal while the application does not load.', async () => {
  const { server } = await serveAnswer(`await new Promise(() => {});\n${say('never')}`);
  await server.seen(/^generated 3 files/m);
  await sleep(500);
  server.signal('SIGTERM');
  expect(await server.end).toMatchObject({ exitCode: 0, err: expect.not.stringContaining('error:') });
});

test('serve --watch loads an application again that could not be loaded, when a file is saved as it was.', async () => {
  const text = `import { existsSync } from 'node:fs';
if (!existsSync(new URL('./up.txt', import.meta.url))) throw new Error('no database');
${say('up')}`;
  const { root, save, server } = await serveAnswer(text);
  await server.seen(/^not serving yet; waiting for changes$/m);
  writeFileSync(join(root, 'up.txt'), '');
  save(text);
  expect(await readAnswer(await originOf(server))).toBe('up');
  server.signal('SIGINT');
  expect((await server.end).exitCode).toBe(0);
});

test('serve --watch serves what another process has built.', async () => {
  const { root, save, server } = await serveAnswer(say('first'));
  const origin = await originOf(server);
  process.kill(server.pid, 'SIGSTOP');
  save(say('second'));
  expect((await spawnProcgen(root, 'build').end).exitCode).toBe(0);
  process.kill(server.pid, 'SIGCONT');
  await expect.poll(() => readAnswer(origin)).toBe('second');
  server.signal('SIGINT');
  expect((await server.end).exitCode).toBe(0);
});

test('serve --watch tells how the application ended the process that loads it.', async () => {
  const { save, server } = await serveAnswer(say('first'));
  await originOf(server);
  save(`process.exit(3);\n${say('second')}`);
  const { exitCode, err } = await server.end;
  expect(exitCode).toBe(3);
  expect(err).toMatch(/^error: The application ended the process with exit code 3 while it was loaded\.$/m);
});
