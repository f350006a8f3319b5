import { appendFileSync } from 'node:fs';
import type { Diagnostic } from '../../compiler/diagnostic.js';
import { printCause } from '../../stores/store-error.js';
import type { Io } from '../io.js';
import { printJson } from '../print/print-json.js';
import { readProcgenManifest } from '../procgen-package.js';
import { findRepositoryFolder } from '../report/find-repository-folder.js';
import { printAnnotations } from '../report/print-annotations.js';
import { printCodeQuality } from '../report/print-code-quality.js';
import { printSarif } from '../report/print-sarif.js';
import { printStepSummary } from '../report/print-step-summary.js';
import { joinPath, type Problem, toProblem } from '../report/problem.js';

export type BuildFormat = 'text' | 'json' | 'github' | 'gitlab' | 'sarif';

export interface BuildOutput {
  readonly report: BuildReport;
  readonly format: BuildFormat;
  /** Whether stale files are errors. */
  readonly isCheck: boolean;
  /** The project's folder, absolute; null when there is none. */
  readonly root: string | null;
  /** The last line for people. */
  readonly summary: string;
}

/**
 * Writes the machine-readable output of a build: the requested format, and on GitHub Actions always annotations and a
 * summary.
 */
export function writeBuildOutput(output: BuildOutput, io: Io): void {
  const { report, format, summary } = output;
  const problems = listProblems(output, io);
  if (format !== 'text') io.stdout.write(printAs(format, report, problems));
  if (io.env.GITHUB_ACTIONS !== 'true') return;
  // The runner reads both streams, so the requested format stays alone on stdout.
  if (format !== 'github') io.stderr.write(printAnnotations(problems));
  const file = io.env.GITHUB_STEP_SUMMARY;
  if (!file) return;
  try {
    appendFileSync(
      file,
      printStepSummary(`procgen build${output.isCheck ? ' --check' : ''}`, summary, problems),
    );
  } catch (error) {
    io.stderr.write(`warning: The step summary could not be written: ${printCause(error)}.\n`);
  }
}

function printAs(
  format: Exclude<BuildFormat, 'text'>,
  report: BuildReport,
  problems: readonly Problem[],
): string {
  switch (format) {
    case 'json':
      return printJson(report);
    case 'github':
      return printAnnotations(problems);
    case 'gitlab':
      return printCodeQuality(problems);
    case 'sarif':
      return printSarif(problems, { version: readProcgenManifest().version });
  }
}

function listProblems({ report, isCheck, root }: BuildOutput, io: Io): readonly Problem[] {
  const folder = root === null ? '' : findRepositoryFolder(root, io.env);
  const stale = report.files.filter(({ status }) => isCheck && status !== 'unchanged');
  return [
    ...report.diagnostics.map((diagnostic) => toProblem(diagnostic, folder)),
    ...stale.map(
      ({ path, status }): Problem => ({
        code: 'stale-file',
        severity: 'error',
        message: `${path} is ${STALENESS[status] ?? status}.`,
        help: 'Run "procgen build" and commit the result.',
        location: { file: joinPath(folder, path), line: 1, column: 1, length: 1 },
      }),
    ),
    ...(report.error ? [{ code: 'cannot-build', severity: 'error' as const, ...report.error }] : []),
  ];
}

const STALENESS: Readonly<Record<string, string>> = {
  new: 'missing',
  changed: 'not up to date',
  surplus: 'no longer generated',
  foreign: 'not a generated file, but has the path of one',
};

/** The output of `procgen build --json`; `version` increases when the shape breaks. */
export interface BuildReport {
  readonly version: 1;
  readonly ok: boolean;
  readonly durationMs: number;
  /** Relative to the project, with `/`; under `--check` what a build would do. Empty if nothing was compiled. */
  readonly files: readonly { readonly path: string; readonly status: string }[];
  readonly diagnostics: readonly Diagnostic[];
  /** Why the build could not start. */
  readonly error?: { readonly message: string; readonly help?: string };
}
