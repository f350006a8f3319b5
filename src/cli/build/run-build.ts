import { relative, resolve } from 'node:path';
import type { ProjectBuild } from '../../build/builder.js';
import { hasErrors } from '../../compiler/diagnostic.js';
import type { Extras } from '../../compiler/emit/emit-all.js';
import type { Severity } from '../../model/diagnostic-catalog.js';
import { withBuilder } from '../builder/open-builder.js';
import { CliFailure } from '../cli-failure.js';
import { createColors } from '../colors.js';
import { EXIT } from '../exit-code.js';
import { explainFailure } from '../explain-failure.js';
import type { Io } from '../io.js';
import { createNodeHost } from '../node-host.js';
import { openProject, type ProjectOptions } from '../open-project.js';
import { summarizeDiagnostics } from '../print/summarize-diagnostics.js';
import { printStaleness } from './print-staleness.js';
import { printBuildNotes, refuseForeignFiles, reportDiagnostics, summarizeBuild } from './report-build.js';
import type { BuildReport } from './write-build-output.js';
import { type BuildFormat, type BuildOutput, writeBuildOutput } from './write-build-output.js';

export interface BuildOptions extends ProjectOptions, ExtrasOptions {
  readonly check?: boolean;
  readonly watch?: boolean;
  /** The same as the format `json`. */
  readonly json?: boolean;
  /** The format of stdout; `text`, which writes nothing there, when absent. */
  readonly format?: BuildFormat;
  /** The least severe diagnostic that makes the exit code an error; `error` when absent. */
  readonly failOn?: Severity;
}

/**
 * `procgen build`: compiles and writes what changed. With `--check` it only reports that; with `--watch` it repeats.
 */
export async function runBuild(options: BuildOptions, io: Io): Promise<number> {
  if (options.watch) return watch(options, io);
  try {
    return await build(options, io);
  } catch (error) {
    // Write machine-readable output even if there was nothing to compile; stderr has the reason.
    const failure = explainFailure(error);
    const { message = String(error), help } = failure ?? (error as Partial<CliFailure>);
    const durationMs = Math.round(performance.now() - io.startedAt);
    const report = { version: 1, ok: false, durationMs, files: [], diagnostics: [] } as const;
    const failedReport = { ...report, error: { message, ...(help !== undefined && { help }) } };
    writeBuildOutput({ report: failedReport, ...readFormat(options), root: null, summary: message }, io);
    throw error;
  }
}

async function watch(options: BuildOptions, io: Io): Promise<number> {
  const { check, json, format = 'text', failOn = 'error' } = options;
  const given = {
    '--check': check,
    '--json': json,
    '--format': format !== 'text',
    '--fail-on': failOn !== 'error',
  };
  const other = Object.entries(given).find(([, isGiven]) => isGiven)?.[0];
  if (other) {
    throw new CliFailure(`--watch and ${other} cannot be combined: a watch has no result to report.`);
  }
  const { runBuildWatch } = await import('../watch/run-build-watch.js');
  const { root, ...project } = openProject(options, io);
  return runBuildWatch({ ...project, root, extras: readExtras(options, root) }, io);
}

async function build(options: BuildOptions, io: Io): Promise<number> {
  const opened = openProject(options, io);
  const project = { ...opened, extras: readExtras(options, opened.root) };
  const host = createNodeHost();
  const result = await withBuilder(project, io, (builder) =>
    options.check ? builder.check() : builder.build(),
  );
  refuseForeignFiles(result.foreign);
  const durationMs = Math.round(performance.now() - io.startedAt);
  await reportDiagnostics(result.diagnostics, { host, root: project.root }, io);
  const isStale = options.check === true && differsFromPlan(result);
  const exitCode = chooseExitCode(result, { ...options, isStale });
  const { diagnostics } = result;
  const report = {
    version: 1,
    ok: exitCode === EXIT.fine,
    durationMs,
    files: listFiles(result, options),
    diagnostics,
  } as const;
  const found = summarizeDiagnostics(diagnostics);
  const summary = isStale
    ? [STALE, ...(found === '' ? [] : [`${found}.`])].join(' ')
    : summarizeBuild(result, durationMs, options);
  if (isStale) {
    const colors = createColors(io, io.stderr);
    const stale = result.plan.filter(({ status }) => status !== 'unchanged');
    io.stderr.write(
      printStaleness({ stale, surplus: result.surplus }, { command: printCommand(options), colors }),
    );
    if (found !== '') io.stderr.write(`${found}\n`);
  } else io.stderr.write(`${printBuildNotes(result)}${summary}\n`);
  writeBuildOutput({ report, ...readFormat(options), root: project.root, summary }, io);
  return exitCode;
}

const STALE = 'The generated files are not up to date. Run "procgen build" and commit the result.';

function readFormat({
  json,
  format = 'text',
  check = false,
}: BuildOptions): Pick<BuildOutput, 'format' | 'isCheck'> {
  return { format: json ? 'json' : format, isCheck: check };
}

function chooseExitCode(
  { diagnostics, isConfigBroken }: ProjectBuild,
  { failOn, isStale }: BuildOptions & { readonly isStale: boolean },
): number {
  if (hasErrors(diagnostics)) return isConfigBroken ? EXIT.usage : EXIT.errors;
  if (failOn === 'warning' && diagnostics.length > 0) return EXIT.errors;
  return isStale ? EXIT.stale : EXIT.fine;
}

function differsFromPlan({ plan, surplus }: ProjectBuild): boolean {
  return surplus.length > 0 || plan.some(({ status }) => status !== 'unchanged');
}

/**
 * Lists every generated file with its status. Files left over under `--check`, or kept since they were edited, are
 * `surplus`.
 */
function listFiles({ plan, surplus }: ProjectBuild, options: BuildOptions): BuildReport['files'] {
  const left = surplus.map(({ path, isUntouched }) => ({
    path,
    status: isUntouched && !options.check ? 'deleted' : 'surplus',
  }));
  return [...plan.map(({ path, status }) => ({ path, status })), ...left];
}

/** Prints the command that updates the files of the same project. */
function printCommand(options: BuildOptions): string {
  const words = ['procgen'];
  if (options.cwd) words.push('-C', options.cwd);
  words.push('build');
  if (options.config) words.push('--config', options.config);
  if (options.mocks) words.push('--mocks');
  if (options.clientPackage) words.push('--client-package', options.clientPackage);
  return words.join(' ');
}

export interface ExtrasOptions {
  /** `--client-package`, relative to the project. */
  readonly clientPackage?: string;
  /** `--mocks` */
  readonly mocks?: boolean;
}

/** Returns the requested output besides the three generated files; empty if there is none, as for `procgen serve`. */
function readExtras(options: ExtrasOptions, root: string): Extras {
  const mocks = options.mocks ? { mocks: true } : {};
  if (options.clientPackage === undefined) return mocks;
  const folder = resolve(root, options.clientPackage);
  if (!relative(folder, root).startsWith('..')) {
    throw new CliFailure(`The client package cannot be written to "${options.clientPackage}".`, {
      help: 'That folder contains the project itself. Choose a separate folder, such as client or ../client.',
    });
  }
  return { ...mocks, clientPackage: relative(root, folder).replaceAll('\\', '/') };
}
