import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isMet } from '../harness/bar.js';
import { REPOSITORY } from '../harness/places.js';
import { FASTIFY, HONO, KEYS, SERVERS } from './list-servers.js';
import { NODES, planRuns, type Run } from './plan-runs.js';
import { type Measured, reportOutside } from './report-outside.js';
import { REQUESTS } from './requests.js';
import { openResultFile } from './result-file.js';
import { parseWrk } from './wrk.js';

const WRK_OUTPUT = `Running 3s test @ http://127.0.0.1:3000/api/items
  1 threads and 32 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     1.37ms  313.41us   9.21ms   97.07%
    Req/Sec    23.44k     1.21k   24.85k    90.00%
  69983 requests in 3.00s, 21.29MB read
  Socket errors: connect 0, read 1, write 0, timeout 2
  Non-2xx or 3xx responses: 69983
Requests/sec:  23322.13
Transfer/sec:      7.09MB
`;

const EVERYTHING = { nodes: undefined, servers: undefined, processes: undefined, isQuick: false };
const SECONDS_A_PROCESS = 25;

describe('What wrk prints', () => {
  it('is read with the answers that were refused and the connections that failed', () => {
    expect(parseWrk(WRK_OUTPUT)).toEqual({
      requests: 69_983,
      perSecond: 23_322.13,
      refused: 69_983,
      socketErrors: 3,
    });
    const faultless = WRK_OUTPUT.replace(/ {2}Socket.*\n {2}Non.*\n/, '');
    expect(parseWrk(faultless)).toMatchObject({ requests: 69_983, refused: 0, socketErrors: 0 });
  });

  it('is an error when it has no figures', () => {
    expect(() => parseWrk('unable to connect to 127.0.0.1:3000')).toThrow('unable to connect');
  });
});

describe('The planned processes', () => {
  it('take 90 minutes at most, and 8 with --quick', () => {
    expect(planRuns(EVERYTHING).length * SECONDS_A_PROCESS).toBeLessThan(90 * 60);
    expect(planRuns({ ...EVERYTHING, isQuick: true }).length * SECONDS_A_PROCESS).toBeLessThan(8 * 60);
  });

  it('are ten of each server that a bar depends on, and three with more routes', () => {
    const runs = planRuns(EVERYTHING).filter(({ node, server }) => node.startsWith('24.') && server === KEYS);
    expect(runs.map(({ otherRoutes, process }) => `${otherRoutes} ${process}`)).toEqual([
      ...Array.from({ length: 10 }, (_, process) => `0 ${process}`),
      ...Array.from({ length: 3 }, (_, process) => `1000 ${process}`),
    ]);
  });

  it('are as many as one asks for, of the servers and Nodes that one names, in turns', () => {
    const runs = planRuns({ ...EVERYTHING, nodes: ['20'], servers: [FASTIFY, 'koa'], processes: 2 });
    expect(runs.map(({ server }) => server).slice(0, 4)).toEqual([FASTIFY, 'koa', FASTIFY, 'koa']);
    expect(new Set(runs.map(({ node }) => node))).toEqual(new Set(['20.19.6']));
    expect(() => planRuns({ ...EVERYTHING, servers: ['express'] })).toThrow('no server express');
    expect(() => planRuns({ ...EVERYTHING, nodes: ['2'] })).toThrow('no Node 2');
  });

  it('run on versions of Node that the tests run on', () => {
    const script = readFileSync(`${REPOSITORY}.ci/nodes`, 'utf8');
    expect(NODES.filter((version) => !script.includes(version))).toEqual([]);
  });
});

function measure(server: string, figures: readonly number[]): Measured {
  return figures.map((cpuMicros, process) => [
    { node: '24.21.0', server, otherRoutes: 0, process },
    Object.fromEntries(REQUESTS.map(({ name }) => [name, { cpuMicros, perSecond: 1_000_000 / cpuMicros }])),
  ]);
}

describe('The report', () => {
  const report = reportOutside([
    ...measure(FASTIFY, [10, 12, 11]),
    ...measure(HONO, [20, 20, 20]),
    ...measure(KEYS, [10, 9, 12]),
  ]);

  it('has the median and the slowest of the processes', () => {
    expect(report.node).toBe('v24.21.0');
    expect(report.sheets?.[0]).toMatchObject({ title: 'Node 24', contenders: [FASTIFY, HONO, KEYS] });
    expect(report.sheets?.[0]?.rows.slice(0, 2).map(({ values }) => values)).toEqual([
      [11, 20, 10],
      [12, 20, 12],
    ]);
  });

  it('compares medians with each rival, and the slowest process with the median', () => {
    const missed = report.bars.filter((bar) => !isMet(bar));
    expect(report.bars).toHaveLength(3 * REQUESTS.length);
    expect(missed.map(({ name, unit, limit }) => `${name} ${unit} ${limit}`)).toEqual([
      'Node 24, health, slowest procgen-keys × its median 1.15',
      'Node 24, list, procgen-keys × fastify 0.8',
      'Node 24, list, slowest procgen-keys × its median 1.15',
      'Node 24, create, slowest procgen-keys × its median 1.15',
      'Node 24, invalid, procgen-keys × fastify 0.8',
      'Node 24, invalid, slowest procgen-keys × its median 1.15',
    ]);
  });

  it('has no bars on Node 20', () => {
    const measured = measure(KEYS, [1]).map(
      ([run, result]) => [{ ...run, node: '20.19.6' }, result] as const,
    );
    expect(reportOutside(measured).bars).toEqual([]);
  });
});

describe('A file of results', () => {
  const run: Run = { node: '24.21.0', server: FASTIFY, otherRoutes: 0, process: 0 };
  const result = { health: { cpuMicros: 10, perSecond: 100_000 } };
  const open = (file: string, isFresh = false) => openResultFile(file, isFresh);

  it('has what an earlier run of the bench has added, unless it is to start over', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'procgen-bench-results-')), 'outside', 'results.json');
    expect(open(file).get(run)).toBeUndefined();
    open(file).add(run, result);
    expect(open(file).get(run)).toEqual(result);
    expect(open(file).get({ ...run, process: 1 })).toBeUndefined();
    expect(open(file, true).get(run)).toBeUndefined();
  });

  it('keeps the processes of every server, Node and number of routes apart', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'procgen-bench-results-')), 'results.json');
    const results = open(file);
    for (const { name } of SERVERS) results.add({ ...run, server: name }, { [name]: result.health });
    results.add({ ...run, otherRoutes: 1_000 }, {});
    expect(results.get({ ...run, server: HONO })).toEqual({ [HONO]: result.health });
  });
});
