import type { Bar } from '../harness/bar.js';
import type { Report, Sheet } from '../harness/report.js';
import { quantile } from '../harness/statistics.js';
import { AUTHENTICATE, FASTIFY, HONO, KEYS, KOA_HOST, SERVERS } from './list-servers.js';
import type { ProcessResult, RequestResult } from './measure-process.js';
import { NODES_WITH_BARS, type Run } from './plan-runs.js';
import { REQUESTS } from './requests.js';

export type Measured = readonly (readonly [run: Run, result: ProcessResult])[];

/** What procgen may cost, in multiples of a rival's median; 1 where nothing is said. */
const RIVALS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  [FASTIFY]: { list: 0.8, invalid: 0.8 },
  [HONO]: { create: 0.6, invalid: 0.6 },
};
const SLOWEST_LIMIT = 1.15;
const KOA_HOST_LIMIT = 1.25;

/** The samples of one Node with so many further routes, a process each. */
interface Group {
  readonly node: string;
  readonly otherRoutes: number;
  /** The names of the servers that were measured. */
  readonly servers: readonly string[];
  list(server: string, request: string, figure: keyof RequestResult): readonly number[];
}

/** A table for each Node and number of routes, and the bars. */
export function reportOutside(measured: Measured): Report {
  const groups = groupRuns(measured);
  return {
    bench: 'outside',
    node: [...new Set(groups.map(({ node }) => `v${node}`))].join(', '),
    tables: [],
    sheets: groups.map(describeGroup),
    bars: groups.filter(({ node }) => NODES_WITH_BARS.includes(node)).flatMap(listBars),
    profiles: [],
  };
}

function groupRuns(measured: Measured): readonly Group[] {
  const keys = new Set(measured.map(([{ node, otherRoutes }]) => `${node} ${otherRoutes}`));
  return [...keys].map((key) => {
    const [node = '', otherRoutes = ''] = key.split(' ');
    const own = measured.filter(([run]) => `${run.node} ${run.otherRoutes}` === key);
    return {
      node,
      otherRoutes: Number(otherRoutes),
      servers: SERVERS.map(({ name }) => name).filter((name) => own.some(([{ server }]) => server === name)),
      list: (server, request, figure) =>
        own
          .filter(([run]) => run.server === server)
          .map(([, result]) => result[request]?.[figure] ?? Number.NaN),
    };
  });
}

function describeGroup(group: Group): Sheet {
  const { servers, list } = group;
  return {
    title: printGroup(group),
    contenders: servers,
    rows: REQUESTS.flatMap(({ name }) => {
      const row = (figure: keyof RequestResult, q: number) =>
        servers.map((server) => quantile(list(server, name, figure), q));
      return [
        { measure: `${name}, median`, unit: 'µs CPU', values: row('cpuMicros', 0.5) },
        { measure: `${name}, slowest`, unit: 'µs CPU', values: row('cpuMicros', 1) },
        { measure: `${name}, median`, unit: 'requests/s', values: row('perSecond', 0.5) },
      ];
    }),
  };
}

function printGroup({ node, otherRoutes }: Group): string {
  return `Node ${node.split('.')[0]}${otherRoutes > 0 ? ` beside ${otherRoutes.toLocaleString('en')} more routes` : ''}`;
}

function listBars(group: Group): readonly Bar[] {
  return REQUESTS.flatMap(({ name: request }) => {
    const samples = (server: string) => group.list(server, request, 'cpuMicros');
    const bar = (what: string, value: number, limit: number, unit: string): Bar => ({
      name: `${printGroup(group)}, ${request}, ${what}`,
      value,
      limit,
      unit,
    });
    const compare = (server: string, other: string, limit: number) =>
      [server, other].every((name) => group.servers.includes(name))
        ? [bar(server, quantile(samples(server), 0.5) / quantile(samples(other), 0.5), limit, `× ${other}`)]
        : [];
    return [
      ...[KEYS, AUTHENTICATE].flatMap((server) => [
        ...Object.entries(RIVALS).flatMap(([rival, limits]) => compare(server, rival, limits[request] ?? 1)),
        ...(group.servers.includes(server)
          ? [bar(`slowest ${server}`, spread(samples(server)), SLOWEST_LIMIT, '× its median')]
          : []),
      ]),
      ...compare(KOA_HOST, KEYS, KOA_HOST_LIMIT),
    ];
  });
}

/** The slowest process in multiples of the median one. */
function spread(samples: readonly number[]): number {
  return quantile(samples, 1) / quantile(samples, 0.5);
}
