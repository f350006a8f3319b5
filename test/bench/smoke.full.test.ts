import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));

/** Runs two tiny rounds, whose figures mean nothing. It needs `dist/`, and the rivals: `npm ci --prefix test/bench`. */
async function runBench(...args: readonly string[]): Promise<string> {
  const script = `${REPOSITORY}test/bench/run.mjs`;
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args, '--smoke'], {
    cwd: REPOSITORY,
  });
  return stdout;
}

describe('The benches', () => {
  it('run one after the other, and print a table each', async () => {
    const printed = await runBench();
    for (const text of [
      'build: 10 procedures in 10 files, cold',
      'tsoa + hey-api',
      'tsoa + orval',
      'client: what a client of',
      'cost: invalid create',
      'decode: a query',
      'keys: a key checked',
      'latency: create, at half of each server’s saturation',
      'limits: a request',
      'overload: answered within a second',
      'server: invalid create',
      'start: to the first answer',
      'fastify',
    ]) {
      expect(printed).toContain(text);
    }
  }, 600_000);

  it('write what they measured where git does not see it, when asked to', async () => {
    await runBench('decode', '--json');
    const report = JSON.parse(readFileSync(`${REPOSITORY}.procgen/bench/decode.json`, 'utf8'));
    expect(report).toMatchObject({ bench: 'decode', machine: { node: process.version } });
    expect(report.tables[0].series[0].samples).toHaveLength(2);
  });

  it('say which there are, when one is asked for that is none', async () => {
    const failure = await runBench('speed').catch((error: unknown) => error);
    expect(failure).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        'client, cost, decode, keys, latency, limits, overload, routes, server, start',
      ),
    });
  });
});
