import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createProject, REPOSITORY } from '../cli/temporary-project.js';
import { type Cost, createCostReport } from './support/cost.js';
import { fuzzByHostileBodies } from './support/fuzz.js';
import type { Description } from './support/fuzz-request.js';
import { HOSTILE_PARTS, hostileBodies, LARGEST_BODY } from './support/hostile-body.js';
import { measureLoopLimit } from './support/loop-limit.js';
import { createLoopMeter } from './support/loop-meter.js';

const COST: Cost = {
  operation: 'POST /a',
  status: 400,
  bytesIn: 10,
  bytesOut: 20,
  loopMs: 1,
  limitMs: 100,
  shown: 'x',
};

function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('H-20 The report of what requests cost', () => {
  it('lists the worst ten operations by bytes out per byte in, and by event-loop time, the worst first', () => {
    const report = createCostReport();
    for (let index = 1; index <= 12; index++) {
      const operation = `POST /${index}`;
      report.add({ ...COST, operation, bytesOut: index * 10, loopMs: 50 - index });
      // Of one operation and status only the worst is told.
      report.add({ ...COST, operation, bytesOut: 1, loopMs: 0 });
    }
    const lines = report.print().split('\n');
    expect(lines).toHaveLength(22);
    expect(lines[1]).toBe('  12.00 (120 B for 10 B), 38.0 ms  POST /12 400  x');
    expect(lines[10]).toContain('POST /3 ');
    expect(lines[12]).toContain(' 49.0 ms  POST /1 ');
    expect(report.findFaults()).toEqual([]);
  });

  it('finds a refusal above 64 KiB, and a loop that worked longer than it may', () => {
    const report = createCostReport();
    report.add({ ...COST, status: 200, bytesOut: 1_000_000 });
    report.add({ ...COST, bytesOut: 65_536, loopMs: 100 });
    expect(report.findFaults()).toEqual([]);
    report.add({ ...COST, bytesOut: 65_537 });
    report.add({ ...COST, operation: 'POST /b', loopMs: 100.1 });
    // Better by its ratio, and too large all the same.
    report.add({ ...COST, operation: 'POST /c', bytesOut: 50 });
    report.add({ ...COST, operation: 'POST /c', bytesIn: 1_000_000, bytesOut: 70_000 });
    expect(report.findFaults()).toEqual([
      expect.stringMatching(/^A refusal of more than 65536 bytes: .*65537 B for 10 B.*POST \/a 400/),
      expect.stringMatching(/^A refusal of more than 65536 bytes: .*70000 B for 1000000 B.*POST \/c 400/),
      expect.stringMatching(/^The event loop worked longer than 100 ms: .*100\.1 ms {2}POST \/b 400/),
    ]);
  });

  it('lets a large body take as much longer as reading a right one takes', () => {
    const { limitMs } = measureLoopLimit();
    expect(limitMs(0)).toBe(100);
    expect(limitMs(LARGEST_BODY)).toBeGreaterThan(102);
    expect(limitMs(LARGEST_BODY) - 100).toBeCloseTo(2 * (limitMs(LARGEST_BODY / 2) - 100), 6);
  });
});

describe('H-20 A hostile body', () => {
  const values = fc.constant({ name: 'a', list: [{ id: 1, tags: ['x'] }], map: { key: 2 } });

  it('is JSON of about the size that it is said to have, up to 1 MiB, in any place of a value', () => {
    const seen = new Set<string>();
    for (const { shown, print } of fc.sample(hostileBodies(values), { seed: 1, numRuns: 150 })) {
      const [, kind = '', place = '', bytes] = /^(.+) at (.+), (\d+) B$/.exec(shown) ?? [];
      const text = print();
      JSON.parse(text);
      const size = Buffer.byteLength(text);
      expect(size).toBeLessThanOrEqual(Math.max(Number(bytes), 15_000));
      expect(size).toBeGreaterThan(Number(bytes) * 0.6);
      seen.add(kind).add(place);
    }
    expect([...seen]).toEqual(
      expect.arrayContaining([...HOSTILE_PARTS, 'the top', 'list.0.tags', 'map.key']),
    );
  });
});

describe('H-20 The fuzz with hostile bodies', () => {
  it('finds what answers too much and what takes too long, and nothing else', async () => {
    let requested = 0;
    const server = createServer((request, response) => {
      request.resume().on('end', () => {
        if (request.url === '/api/slow') block(300);
        // What is slow once is not slow by itself.
        if (request.url === '/api/fine' && ++requested === 1) block(300);
        const headers = { 'Content-Type': 'application/json', 'X-Content-Type-Options': 'nosniff' };
        response.writeHead(400, { ...headers, 'X-Request-Id': 'a', 'Cache-Control': 'no-store' });
        const message = request.url === '/api/large' ? 'x'.repeat(70_000) : 'No.';
        response.end(JSON.stringify({ success: false, message }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const requestBody = { content: { 'application/json': { schema: { type: 'object' } } } };
    const post = { post: { requestBody, responses: { 400: {} } } };
    const description: Description = { paths: { '/slow': post, '/large': post, '/fine': post } };
    const costs = createCostReport();
    const { port } = server.address() as AddressInfo;
    const report = await fuzzByHostileBodies({
      url: `http://127.0.0.1:${port}`,
      description,
      key: 'none',
      seed: 1,
      count: 12,
      measuring: { meter: createLoopMeter(), limit: measureLoopLimit(), costs },
    });
    expect(report).toEqual({ statuses: new Map([[400, 12]]), fault: null });
    expect(costs.findFaults()).toEqual([
      expect.stringMatching(/^A refusal of more than 65536 bytes: .*\(70\d+ B for .*POST \/large 400/),
      expect.stringMatching(/^The event loop worked longer than \d+ ms: .*\d+\.\d ms {2}POST \/slow 400/),
    ]);
    expect(requested).toBeGreaterThan(1);
  });

  it('ends with 1 when a request holds up the server, which is measured in a process of its own', async () => {
    const project = await createProject({
      'procgen.config.ts': `import { defineConfig } from 'procgen';
export default defineConfig({ tags: { demo: 'Demo' } });`,
      'procedures/all.ts': `import { procedure } from 'procgen';
import * as z from 'zod';

const base = procedure.meta({ openapi: { enabled: true, method: 'GET', tags: ['demo'], summary: 'x', protect: false } });
export const slow = base.meta({ openapi: { path: '/slow' } }).output(z.object({})).query(() => {
  const end = performance.now() + 250;
  while (performance.now() < end);
  return {};
});
export const fine = base.meta({ openapi: { path: '/fine' } }).output(z.object({})).query(() => ({}));
`,
    });
    const run = (script: string, argv: readonly string[]) =>
      new Promise<{ code: number; out: string }>((resolve) => {
        execFile(process.execPath, [script, ...argv], { cwd: project }, (error, stdout, stderr) =>
          resolve({ code: Number(error?.code ?? 0), out: stdout + stderr }),
        );
      });
    expect(await run(join(REPOSITORY, 'bin/procgen.js'), ['build'])).toMatchObject({ code: 0 });
    const argv = ['--project', project, '--seed', '1', '--count', '8', '--hostile', '1'];
    const { code, out } = await run(join(REPOSITORY, 'test/fuzz/run.mjs'), argv);
    expect(out).toMatch(/worst by event-loop time:\n.* \d+\.\d ms {2}GET \/slow 200/);
    expect(out).toMatch(/^The event loop worked longer than 100 ms: .*GET \/slow 200/m);
    expect(out).not.toMatch(/^The event loop .*GET \/fine/m);
    expect(code).toBe(1);
  });
});
