import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProjectBuild } from '../../build/builder.js';
import { hasErrors } from '../../compiler/diagnostic.js';
import { explainForeign, printBuildNotes } from '../build/report-build.js';
import { withBuilder } from '../builder/open-builder.js';
import { CliFailure } from '../cli-failure.js';
import type { Io } from '../io.js';
import type { Project } from '../open-project.js';
import { count } from '../print/count.js';
import { summarizeDiagnostics } from '../print/summarize-diagnostics.js';
import { requireFreshBundle } from '../serve/require-fresh-bundle.js';
import { writeFiles } from '../write-files.js';
import { type Finding, fail, ok, warn } from './finding.js';

const SHOW_ERRORS = '"procgen build" shows where, and how to fix it.';

/** What `--fix` lets a check do. */
export interface FixOptions {
  readonly fix?: boolean | undefined;
}

/** Checks the configuration, the procedures and whether the generated files are up to date, or builds them before. */
export async function checkBuild(
  project: Project,
  io: Io,
  { fix }: FixOptions = {},
): Promise<readonly Finding[]> {
  if (fix) io.stderr.write(printBuildNotes(await withBuilder(project, io, (builder) => builder.build())));
  const build = await withBuilder(project, io, (builder) => builder.check());
  const { diagnostics, configFile, stats, isConfigBroken } = build;
  const [first] = diagnostics;
  if (isConfigBroken && first) {
    return [fail('configuration', `${first.file}:${first.line}: ${first.message}`, SHOW_ERRORS)];
  }
  const configuration = ok(
    'configuration',
    configFile
      ? `${configFile} can be read.`
      : 'There is no configuration file; every option has its default.',
  );
  if (hasErrors(diagnostics)) {
    return [
      configuration,
      fail('procedures', `The procedures have ${summarizeDiagnostics(diagnostics)}.`, SHOW_ERRORS),
    ];
  }
  const procedures = `${count(stats.procedures, 'procedure')} in ${count(stats.files, 'file')}.`;
  return [
    configuration,
    diagnostics.length === 0
      ? ok('procedures', procedures)
      : warn(
          'procedures',
          `${procedures.slice(0, -1)}, with ${summarizeDiagnostics(diagnostics)}.`,
          SHOW_ERRORS,
        ),
    checkFreshness(build),
    await checkServer(project.root),
  ];
}

function checkFreshness({ plan, foreign }: ProjectBuild): Finding {
  if (foreign.length > 0) {
    const { message, help = '' } = explainForeign(foreign);
    return fail('generated-files', message, help);
  }
  const stale = plan.filter(({ status }) => status !== 'unchanged').map(({ path }) => path);
  if (stale.length === 0) return ok('generated-files', `${count(plan.length, 'file')}, up to date.`);
  const message = `Not up to date: ${stale.join(', ')}.`;
  return fail('generated-files', message, 'Run "procgen build" and commit the result.');
}

/** The server bundle for production. It is not committed, so its absence is not an error. */
async function checkServer(root: string): Promise<Finding> {
  try {
    requireFreshBundle(root);
    return ok('built-server', 'The server of the last build is up to date.');
  } catch (error) {
    if (!(error instanceof CliFailure)) throw error;
    return warn('built-server', error.message, error.help ?? 'Run "procgen build".');
  }
}

/** Whether Node treats the project's files as ES modules. `fix` sets the type if package.json has none. */
export async function checkModuleType(root: string, { fix }: FixOptions = {}): Promise<Finding> {
  const path = join(root, 'package.json');
  const text = await readFile(path, 'utf8').catch(() => null);
  const help = 'Add "type": "module" to package.json.';
  if (text === null) return fail('module-type', 'There is no package.json.', 'Run "procgen init".');
  const manifest = readManifest(text);
  if (manifest === undefined)
    return fail('module-type', 'package.json is not a JSON object.', 'Fix its syntax.');
  if (manifest.type === 'module') return ok('module-type', 'package.json has "type": "module".');
  if (!fix || manifest.type !== undefined)
    return fail('module-type', 'package.json does not have "type": "module".', help);
  const indent = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  await writeFiles([{ path, text: `${JSON.stringify({ ...manifest, type: 'module' }, null, indent)}\n` }]);
  return ok('module-type', 'package.json now has "type": "module".');
}

/** Undefined when the text is no JSON object. */
function readManifest(text: string): { readonly type?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
