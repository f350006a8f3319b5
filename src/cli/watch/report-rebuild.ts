import { relative } from 'node:path';
import type { ProjectBuild } from '../../build/builder.js';
import type { Rebuild } from '../../build/watch/watch-project.js';
import { hasErrors } from '../../compiler/diagnostic.js';
import type { Host } from '../../compiler/host.js';
import { explainForeign, printBuildNotes, reportDiagnostics, summarizeBuild } from '../build/report-build.js';
import { createColors } from '../colors.js';
import { explainFailure } from '../explain-failure.js';
import type { Io } from '../io.js';
import { count } from '../print/count.js';
import { makeLinesPrintable, makePrintable } from '../print/make-printable.js';
import { printDuration } from '../print/print-duration.js';
import { printFailure } from '../print/print-failure.js';
import { summarizeDiagnostics } from '../print/summarize-diagnostics.js';

export interface RebuildReport {
  readonly host: Host;
  readonly root: string;
  /** What is still good if the rebuild is not. */
  readonly fallback: string;
}

/** Reports the build that starts the watch. */
export async function reportFirstBuild(
  build: ProjectBuild,
  { host, root, fallback }: RebuildReport,
  io: Io,
): Promise<void> {
  await reportDiagnostics(build.diagnostics, { host, root }, io);
  io.stderr.write(printBuildNotes(build));
  const durationMs = performance.now() - io.startedAt;
  const line = hasErrors(build.diagnostics)
    ? `${summarizeDiagnostics(build.diagnostics)}; ${fallback}.`
    : summarizeBuild(build, durationMs);
  io.stderr.write(`${line}\n`);
}

/**
 * Reports the diagnostics of a rebuild, and its result in one line, after `apply` has run for a successful one. False
 * if that failed, which has been reported then.
 */
export async function reportRebuild(
  { outcome, causes, seenAt }: Rebuild,
  { host, root, fallback }: RebuildReport,
  io: Io,
  apply = async () => true,
): Promise<boolean> {
  if ('error' in outcome) {
    reportFailure(outcome.error, fallback, io);
    return true;
  }
  const { build } = outcome;
  if (build.foreign.length > 0) {
    reportFailure(explainForeign(build.foreign), fallback, io);
    return true;
  }
  await reportDiagnostics(build.diagnostics, { host, root }, io);
  const found = summarizeDiagnostics(build.diagnostics);
  if (hasErrors(build.diagnostics)) {
    io.stderr.write(`${found}; ${fallback}.\n`);
    return true;
  }
  if (!(await apply())) return false;
  const written = build.plan.filter(({ status }) => status !== 'unchanged').length;
  const files = written === 0 ? 'generated files unchanged' : `${count(written, 'generated file')} changed`;
  const time = printDuration(performance.now() - seenAt);
  const suffix = found === '' ? '' : `; ${found}`;
  io.stderr.write(printBuildNotes(build));
  io.stderr.write(`rebuilt in ${time}: ${printCauses(causes, root)}${files}${suffix}\n`);
  return true;
}

/** `procedures/items.ts and 2 more; `; empty if no change was seen. */
function printCauses([first, ...others]: readonly string[], root: string): string {
  if (first === undefined) return '';
  const path = makePrintable(relative(root, first).replaceAll('\\', '/'));
  return others.length === 0 ? `${path}; ` : `${path} and ${others.length} more; `;
}

/** Reports why a build could not be made. */
function reportFailure(error: unknown, fallback: string, io: Io): void {
  const failure = explainFailure(error);
  if (failure) {
    const colors = createColors(io, io.stderr);
    io.stderr.write(`${printFailure(failure, colors)}${fallback}; waiting for changes\n`);
    return;
  }
  const stack = makeLinesPrintable((error as Partial<Error>).stack ?? String(error));
  io.stderr.write(`error: procgen failed because of an internal error; ${fallback}.\n${stack}\n`);
}
