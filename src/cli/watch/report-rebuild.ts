import { relative } from 'node:path';
import type { Host } from '../../compiler/host.js';
import { hasErrors, reportDiagnostics } from '../build/report-diagnostics.js';
import { printBuildNotes, summarizeBuild } from '../build/summarize-build.js';
import { createColors } from '../colors.js';
import type { Io } from '../io.js';
import { count } from '../print/count.js';
import { makeLinesPrintable, makePrintable } from '../print/make-printable.js';
import { printDuration } from '../print/print-duration.js';
import { printFailure } from '../print/print-failure.js';
import { summarizeDiagnostics } from '../print/summarize-diagnostics.js';
import type { BuiltProject } from './build-reply.js';
import type { Rebuild } from './watch-project.js';

export interface RebuildReport {
  readonly host: Host;
  readonly root: string;
  /** What is still good when the rebuild is not. */
  readonly kept: string;
}

/** Tells of the build that begins to watch. */
export async function reportFirstBuild(
  build: BuiltProject,
  { host, root, kept }: RebuildReport,
  io: Io,
): Promise<void> {
  await reportDiagnostics(build.diagnostics, { host, root }, io);
  io.stderr.write(printBuildNotes(build));
  const durationMs = performance.now() - io.startedAt;
  const line = hasErrors(build.diagnostics)
    ? `${summarizeDiagnostics(build.diagnostics)}; ${kept}.`
    : summarizeBuild(build, durationMs);
  io.stderr.write(`${line}\n`);
}

/** Tells of what is wrong, when anything is, and in one line of what a rebuild came to. */
export async function reportRebuild(
  { reply, causes, seenAt }: Rebuild,
  { host, root, kept }: RebuildReport,
  io: Io,
): Promise<void> {
  if (reply.kind === 'crashed') {
    const stack = makeLinesPrintable(reply.stack);
    return io.stderr.write(`error: procgen failed because of a bug of its own; ${kept}.\n${stack}\n`);
  }
  if (reply.kind === 'refused') {
    const colors = createColors(io, io.stderr);
    return io.stderr.write(`${printFailure(reply, colors)}${kept}; waiting for changes\n`);
  }
  const { build } = reply;
  await reportDiagnostics(build.diagnostics, { host, root }, io);
  const found = summarizeDiagnostics(build.diagnostics);
  if (hasErrors(build.diagnostics)) return io.stderr.write(`${found}; ${kept}.\n`);
  const written = build.plan.filter(({ status }) => status !== 'unchanged').length;
  const files = written === 0 ? 'generated files as before' : `${count(written, 'generated file')} changed`;
  const time = printDuration(performance.now() - seenAt);
  const suffix = found === '' ? '' : `; ${found}`;
  io.stderr.write(printBuildNotes(build));
  io.stderr.write(`rebuilt in ${time}: ${printCauses(causes, root)}${files}${suffix}\n`);
}

/** `procedures/items.ts and 2 more; `: nothing where nobody saw the change. */
function printCauses([first, ...others]: readonly string[], root: string): string {
  if (first === undefined) return '';
  const path = makePrintable(relative(root, first).replaceAll('\\', '/'));
  return others.length === 0 ? `${path}; ` : `${path} and ${others.length} more; `;
}
