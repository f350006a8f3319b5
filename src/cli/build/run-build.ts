import { join } from 'node:path';
import type { Compilation } from '../../compiler/compile.js';
import type { PlannedWrite } from '../../compiler/write/plan-writes.js';
import { buildProject, checkProject } from '../build-project.js';
import { createColors } from '../colors.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { createNodeHost } from '../node-host.js';
import { openProject, type ProjectOptions } from '../open-project.js';
import { count } from '../print/count.js';
import { printDuration } from '../print/print-duration.js';
import { summarizeDiagnostics } from '../print/summarize-diagnostics.js';
import { printBuildReport } from './build-report.js';
import { printStaleness } from './print-staleness.js';
import { type ExtrasOptions, readExtras } from './read-extras.js';
import { hasErrors, reportDiagnostics } from './report-diagnostics.js';

export interface BuildOptions extends ProjectOptions, ExtrasOptions {
  readonly check?: boolean;
  readonly json?: boolean;
}

/** `procgen build`: compiles, and writes what changed, or with `--check` says what would. */
export async function runBuild(options: BuildOptions, io: Io): Promise<number> {
  try {
    return await build(options, io);
  } catch (error) {
    // Who reads the JSON gets an object also when there was nothing to compile; stderr says why.
    if (options.json) {
      const durationMs = Math.round(performance.now() - io.startedAt);
      io.stdout.write(printBuildReport({ version: 1, ok: false, durationMs, files: [], diagnostics: [] }));
    }
    throw error;
  }
}

async function build(options: BuildOptions, io: Io): Promise<number> {
  const opened = openProject(options, io);
  const project = { ...opened, extras: readExtras(options, opened.root) };
  const host = createNodeHost();
  const make = options.check ? checkProject : buildProject;
  const { plan, ...compilation } = await make(host, project, io);
  const hasFailed = hasErrors(compilation.diagnostics);
  const stale = plan.filter((write) => write.status !== 'unchanged');
  const durationMs = Math.round(performance.now() - io.startedAt);

  await reportDiagnostics(compilation.diagnostics, { host, root: project.root }, io);
  const exitCode = hasFailed
    ? compilation.isConfigBroken
      ? EXIT.usage
      : EXIT.faults
    : options.check && stale.length > 0
      ? EXIT.stale
      : EXIT.fine;
  if (exitCode === EXIT.stale) {
    const files = await Promise.all(
      stale.map(async (write) => ({ write, current: await host.readFile(join(project.root, write.path)) })),
    );
    const colors = createColors(io, io.stderr);
    io.stderr.write(printStaleness(files, { mend: printMend(options), colors }));
  } else io.stderr.write(`${summarize(compilation, plan, durationMs, options)}\n`);
  if (options.json) {
    io.stdout.write(
      printBuildReport({
        version: 1,
        ok: exitCode === EXIT.fine,
        durationMs,
        files: plan.map(({ path, status }) => ({ path, status })),
        diagnostics: compilation.diagnostics,
      }),
    );
  }
  return exitCode;
}

/** The one line at the end: what was done, or why nothing was. */
function summarize(
  { diagnostics, stats }: Compilation,
  plan: readonly PlannedWrite[],
  durationMs: number,
  options: BuildOptions,
): string {
  const found = summarizeDiagnostics(diagnostics);
  if (hasErrors(diagnostics)) return `${found}; nothing was written.`;
  const unchanged = plan.filter((write) => write.status === 'unchanged').length;
  const source = count(stats.procedures, 'procedure');
  const time = printDuration(durationMs);
  const suffix = found === '' ? '' : `; ${found}`;
  if (options.check)
    return `${count(plan.length, 'generated file')} up to date with ${source}, checked in ${time}${suffix}`;
  const detail = unchanged === 0 ? '' : ` (${unchanged === plan.length ? 'all' : unchanged} unchanged)`;
  return `generated ${count(plan.length, 'file')} from ${source} in ${time}${detail}${suffix}`;
}

/** The command that brings the files up to date, for the same project. */
function printMend(options: BuildOptions): string {
  const words = ['procgen'];
  if (options.cwd) words.push('-C', options.cwd);
  words.push('build');
  if (options.config) words.push('--config', options.config);
  if (options.clientPackage) words.push('--client-package', options.clientPackage);
  return words.join(' ');
}
