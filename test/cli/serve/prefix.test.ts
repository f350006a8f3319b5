import { join } from 'node:path';
import { expect, test } from 'vitest';
import { run } from '../../../src/cli/run.js';
import { FakeIo } from '../fake-io.js';
import { spawnProcgen } from '../spawn-procgen.js';
import { CONFIG, createProject, PING } from '../temporary-project.js';

test.each(['/v1', ''])(
  'A service is built, served, called and compared with the prefix "%s".',
  async (prefix) => {
    const root = await createProject({
      'procgen.config.ts': CONFIG.replace('tags:', `prefix: '${prefix}', tags:`),
      'procedures/demo.ts': PING,
    });
    const server = spawnProcgen(root, 'serve --port 0');
    const [, origin = ''] = await server.seen(/^listening on (\S+)$/m);
    await server.seen(/^ {2}sign in .*\n/m);

    const { createClient } = await import(join(root, 'generated/client.ts'));
    const client = createClient({ baseUrl: origin });
    expect(await client.demo.ping()).toMatchObject({ success: true, status: 200, payload: { pong: true } });
    expect((await fetch(`${origin}/api/ping`)).status).toBe(404);
    expect((await fetch(`${origin}${prefix}/docs`)).status).toBe(200);

    const [table, json] = [new FakeIo(root), new FakeIo(root)];
    await run(['routes'], table);
    await run(['routes', '--json'], json);
    expect(table.out).toContain(` ${prefix}/ping `);
    expect(JSON.parse(json.out).routes).toMatchObject([{ path: `${prefix}/ping` }]);
    expect(await spawnProcgen(root, `diff ${origin}`).end).toMatchObject({
      exitCode: 0,
      err: expect.stringContaining('no change'),
    });

    server.signal('SIGINT');
    const { exitCode, err } = await server.end;
    expect(exitCode).toBe(0);
    expect(err).toMatch(new RegExp(`^ {2}API +http://localhost:\\d+${prefix}$`, 'm'));
    expect(err).toMatch(new RegExp(`^ {2}docs +http://localhost:\\d+${prefix}/docs$`, 'm'));
    expect(err).toMatch(new RegExp(`^ {2}description +http://localhost:\\d+${prefix}/openapi\\.json$`, 'm'));
  },
);
