import type { BenchOptions } from '../harness/bench-options.js';
import { SetupError } from '../harness/setup-error.js';
import { SERVERS } from './list-servers.js';

/** One server process that is measured. */
export interface Run {
  /** The version of Node, in full. */
  readonly node: string;
  readonly server: string;
  readonly otherRoutes: number;
  /** Counts the processes of the same server from 0. */
  readonly process: number;
}

/** Versions that `.ci/nodes` installs. */
export const NODES = ['20.19.6', '24.21.0', '26.10.0'];
export const NODES_WITH_BARS: readonly string[] = ['24.21.0', '26.10.0'];
const QUICK_NODES = ['24.21.0'];

const MANY_ROUTES = 1_000;
/** Processes of each server, where bars depend on them and elsewhere: all of them take 90 minutes at most. */
const PROCESSES = { full: 10, few: 3 };
const PROCESSES_WITH_MANY_ROUTES = { full: 3, few: 1 };

type PlanOptions = Pick<BenchOptions, 'nodes' | 'servers' | 'processes' | 'isQuick'>;

/**
 * Every process to measure, in order: the servers take turns, so that a slow spell of the machine affects all of them.
 * Throws when the options name a Node or a server that the bench does not have.
 */
export function planRuns({ nodes, servers, processes, isQuick }: PlanOptions): readonly Run[] {
  const versions = nodes?.map((major) => find('Node', NODES, major, (node) => node.startsWith(`${major}.`)));
  const named = servers?.map((name) => find('server', SERVERS, name, (server) => server.name === name));
  const runs: Run[] = [];
  for (const node of versions ?? (isQuick ? QUICK_NODES : NODES)) {
    for (const otherRoutes of isQuick ? [0] : [0, MANY_ROUTES]) {
      const planned = otherRoutes > 0 ? PROCESSES_WITH_MANY_ROUTES : PROCESSES;
      const full =
        processes === undefined ? planned.full : otherRoutes > 0 ? Math.min(processes, 3) : processes;
      for (let process = 0; process < full; process++) {
        for (const { name, hasBar } of named ?? SERVERS.filter((server) => server.hasBar || !isQuick)) {
          const isFew = processes === undefined && (isQuick || !hasBar || !NODES_WITH_BARS.includes(node));
          if (process < (isFew ? planned.few : full)) runs.push({ node, server: name, otherRoutes, process });
        }
      }
    }
  }
  return runs;
}

function find<T>(kind: string, all: readonly T[], name: string, matches: (candidate: T) => boolean): T {
  const found = all.find(matches);
  if (found === undefined) throw new SetupError(`The bench has no ${kind} ${name}.`);
  return found;
}
