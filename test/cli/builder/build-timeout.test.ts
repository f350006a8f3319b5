import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { spawnProcgen } from '../spawn-procgen.js';
import { CONFIG, createProject, PING } from '../temporary-project.js';

const USING = `import { Pong } from '../schemas/pong.js';\n${PING.replace('z.object({ pong: z.boolean() })', 'Pong')}`;
const PONG = "import * as z from 'zod';\nexport const Pong = z.object({ pong: z.boolean() });\n";
const QUICK = CONFIG.replace('{ tags', '{ buildTimeoutMs: 400, tags');

const LOOPING = PONG.replace('z.object', '(() => { for (;;) {} })() ?? z.object');
const NEVER_SETTLED = `${PONG.replace('export const Pong', 'const Made')}\nexport const Pong = await new Promise<typeof Made>(() => {});\n`;

async function createTimedProject(schemas: string, config = QUICK) {
  return createProject({
    'procgen.config.ts': config,
    'procedures/demo.ts': USING,
    'schemas/pong.ts': schemas,
  });
}

test.each([
  ['a loop in a schema module', LOOPING],
  ['a top-level await that never settles', NEVER_SETTLED],
  [
    'a loop after an await',
    PONG.replace(
      'z.object({ pong: z.boolean() })',
      'await (async () => { await 0; for (;;) {} })() as never',
    ),
  ],
])('Of %s a build makes an error that names the module, after buildTimeoutMs.', async (_, schemas) => {
  const root = await createTimedProject(schemas);
  const { exitCode, err } = await spawnProcgen(root, 'build').end;
  expect(err).toMatch(
    /^error\[failing-import\]: The code of this file was stopped because it was still running after (?:[4-9]\d\d|\d{4}) ms\.\n {2}--> schemas\/pong\.ts:1:1\n/m,
  );
  expect(err).toMatch(/buildTimeoutMs.*allows more time\./);
  expect(err).toMatch(/^1 error in 1 file; nothing was written\.$/m);
  expect(exitCode).toBe(1);
});

test('A getter of a schema that loops is an error of the procedure file, in every command.', async () => {
  const root = await createTimedProject(
    PONG.replace('{ pong: z.boolean() }', '{ get pong(): z.ZodBoolean { for (;;) {} } }'),
  );
  const place = { code: 'failing-import', file: 'procedures/demo.ts', line: 1, column: 1 };

  const json = await spawnProcgen(root, 'build --json').end;
  expect(json.exitCode).toBe(1);
  expect(JSON.parse(json.out)).toMatchObject({ ok: false, diagnostics: [place] });

  const routes = await spawnProcgen(root, 'routes --json').end;
  expect(routes.exitCode).toBe(1);
  expect(JSON.parse(routes.out)).toMatchObject({ routes: [], diagnostics: [place] });
});

test('A configuration that loops is ended after PROCGEN_BUILD_TIMEOUT_MS, with exit code 2 as any that is broken.', async () => {
  const looping = '{ buildTimeoutMs: 60_000, tags: (() => { for (;;) {} })() }';
  const root = await createTimedProject(PONG, `import 'procgen';\nexport default ${looping};\n`);
  const { exitCode, err } = await spawnProcgen(root, 'build', { PROCGEN_BUILD_TIMEOUT_MS: '300' }).end;
  expect(err).toMatch(/still running after (?:[3-9]\d\d|\d{4}) ms\.\n {2}--> procgen\.config\.ts:1:1\n/);
  expect(exitCode).toBe(2);
});

test('An emitter that loops is an error of the configuration, after the time of the environment if that names one.', async () => {
  const root = await createTimedProject(
    PONG,
    QUICK.replace('400', '60_000').replace('tags', 'emitters: [() => { for (;;) {} }], tags'),
  );
  const { exitCode, err } = await spawnProcgen(root, 'build', { PROCGEN_BUILD_TIMEOUT_MS: '300' }).end;
  expect(err).toMatch(/still running after (?:[3-9]\d\d|\d{4}) ms\.\n {2}--> procgen\.config\.ts:1:1\n/);
  expect(exitCode).toBe(1);
});

test('serve --watch ends a build that loops when the file is saved again, and serves the fixed one.', async () => {
  const root = await createTimedProject(PONG, CONFIG);
  const server = spawnProcgen(root, 'serve --watch --port 0');
  const [, origin = ''] = await server.seen(/^listening on (\S+)$/m);
  await writeFile(join(root, 'schemas/pong.ts'), LOOPING);
  await new Promise((resolve) => setTimeout(resolve, 600));
  const savedAt = performance.now();
  await writeFile(join(root, 'schemas/pong.ts'), PONG.replace('})', ', extra: z.string().optional() })'));
  await server.seen(/^rebuilt in .*$/m);
  // The timeout is 30 s.
  expect(performance.now() - savedAt).toBeLessThan(25_000);
  const description = await (await fetch(`${origin}/api/openapi.json`)).json();
  expect(JSON.stringify(description)).toContain('"extra"');
  server.signal('SIGTERM');
  const { err } = await server.end;
  expect(err).not.toContain('failing-import');
});

test('build --watch that begins with a loop waits for a change of any module of the project.', async () => {
  const helper = 'export const wait = (): void => { for (;;) {} };\n';
  const root = await createTimedProject(
    `import { wait } from '../wait.js';\n${PONG.replace('z.object', '(wait(), z).object')}`,
  );
  await writeFile(join(root, 'wait.ts'), helper);
  const watch = spawnProcgen(root, 'build --watch');
  await watch.seen(/still running after[\s\S]*watching for changes/);
  await writeFile(join(root, 'wait.ts'), helper.replace('for (;;) {}', ''));
  await watch.seen(/^rebuilt in /m);
  watch.signal('SIGINT');
  expect((await watch.end).exitCode).toBe(0);
});

test('A rejection that nothing waits for is an error of the line that made it, and no bug of procgen.', async () => {
  const rejecting = PONG.replace('z.object', "(Promise.reject(new Error('no connection')), z).object");
  const root = await createTimedProject(rejecting);
  const { exitCode, err } = await spawnProcgen(root, 'build').end;
  expect(err).toMatch(
    /^error\[failing-import\]: An unhandled error stopped the build: no connection\n {2}--> schemas\/pong\.ts:2:\d+\n/,
  );
  expect(exitCode).toBe(1);
});

test('A timer that uses a package which nothing has used yet is an error of its line, and one of Node itself runs.', async () => {
  const timer = (code: string) => PONG.replace('z.object', `(setTimeout(() => { ${code} }, 0), z).object`);
  const root = await createProject({
    'procgen.config.ts': CONFIG,
    'procedures/demo.ts': USING,
    'schemas/pong.ts': `import { existsSync } from 'node:fs';\n${timer("existsSync('/')")}`,
  });
  expect(await spawnProcgen(root, 'build').end).toMatchObject({ exitCode: 0 });
  await writeFile(
    join(root, 'schemas/pong.ts'),
    `import { createRouter } from 'procgen/runtime';\n${timer('createRouter.name')}`,
  );
  const { exitCode, err } = await spawnProcgen(root, 'build').end;
  expect(err).toMatch(
    /^error\[failing-import\]: An unhandled error stopped the build: This code runs on its own, as in a timer, and uses a package that has not been loaded yet\.\n {2}--> schemas\/pong\.ts:3:\d+\n/,
  );
  expect(exitCode).toBe(1);
});

test('Code of a schema module that throws, or exits, between two builds does not end a watch.', async () => {
  const orders = await mkdtemp(join(tmpdir(), 'procgen-orders-'));
  // Obeys once the test has written the order, and reports first.
  const obey = (order: string, what: string) =>
    `import { existsSync, writeFileSync } from 'node:fs';\n${PONG.replace(
      'z.object',
      `(setInterval(() => {
        if (!existsSync(${JSON.stringify(join(orders, order))})) return;
        writeFileSync(${JSON.stringify(join(orders, `${order}-obeyed`))}, '');
        ${what}
      }, 20), z).object`,
    )}`;
  const give = async (order: string) => {
    await writeFile(join(orders, order), '');
    await vi.waitFor(() => access(join(orders, `${order}-obeyed`)), { timeout: 30_000 });
  };
  const root = await createTimedProject(obey('throw', 'throw new Error("late");'), CONFIG);
  const watch = spawnProcgen(root, 'build --watch');
  await watch.seen(/watching for changes/);
  await give('throw');
  await writeFile(join(root, 'schemas/pong.ts'), obey('exit', 'process.exit(7);').replace('pong:', 'first:'));
  await watch.seen(/^rebuilt in /m);
  await give('exit');
  await writeFile(join(root, 'schemas/pong.ts'), PONG.replace('pong:', 'second:'));
  await watch.seen(/^rebuilt in [\s\S]*^rebuilt in /m);
  watch.signal('SIGINT');
  expect((await watch.end).exitCode).toBe(0);
  await rm(orders, { recursive: true });
});
