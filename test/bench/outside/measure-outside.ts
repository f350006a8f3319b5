import type { BenchOptions } from '../harness/bench-options.js';
import type { Report } from '../harness/report.js';
import { tellProgress } from '../harness/tell-progress.js';
import { buildProjects, type Projects } from './build-projects.js';
import { installNode } from './install-node.js';
import { SERVERS } from './list-servers.js';
import { measureProcess, type ProcessResult } from './measure-process.js';
import { planRuns, type Run } from './plan-runs.js';
import { type Measured, reportOutside } from './report-outside.js';
import { locateResultFile, openResultFile, printRun } from './result-file.js';
import { requireTools } from './wrk.js';

/** Of warm-up, and again of measurement. */
const SECONDS = 3;

/**
 * The CPU of a request to servers as they come, seen from outside: each process is new and has a core to itself, wrk has
 * the other. What is measured is written down at once, and a later run continues from there.
 */
export async function measureOutside(options: BenchOptions): Promise<Report> {
  requireTools();
  const isSmoke = options.share < 1;
  const seconds = isSmoke ? 1 : SECONDS;
  const runs = planRuns(isSmoke ? { ...options, nodes: options.nodes ?? ['24'], processes: 1 } : options);
  const results = openResultFile(locateResultFile(seconds), options.isFresh || isSmoke);
  const nodes = new Map([...new Set(runs.map(({ node }) => node))].map((node) => [node, installNode(node)]));
  const routeCounts = new Set(runs.map(({ otherRoutes }) => otherRoutes));
  const projects = new Map([...routeCounts].map((count) => [count, buildProjects(count)]));
  // An end by signal stops the server that runs, too.
  process.once('SIGTERM', () => process.exit(143));

  const measure = (run: Run): Promise<ProcessResult> => {
    const built = projects.get(run.otherRoutes) as Projects;
    const server = SERVERS.find(({ name }) => name === run.server);
    return measureProcess(
      {
        name: run.server,
        node: nodes.get(run.node) as string,
        args: server?.listArguments(built) ?? [],
        key: built.key,
        otherRoutes: run.otherRoutes,
      },
      seconds,
    );
  };
  const measured: Measured[number][] = [];
  for (const [index, run] of runs.entries()) {
    let result = results.get(run);
    if (!result) {
      tellProgress(`${index + 1} of ${runs.length}: ${printRun(run)}`);
      result = await measure(run);
      results.add(run, result);
    }
    measured.push([run, result]);
  }
  return reportOutside(measured);
}
