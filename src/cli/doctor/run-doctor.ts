import { constants, realpathSync } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { dirname, join, relative } from 'node:path';
import { DEFAULT_STORE } from '../../definition/config.js';
import { printCause } from '../../stores/store-error.js';
import { verifyStore } from '../../stores/verify-store.js';
import type { CliFailure } from '../cli-failure.js';
import { createColors } from '../colors.js';
import { EXIT } from '../exit-code.js';
import { explainFailure } from '../explain-failure.js';
import type { Io } from '../io.js';
import { loadProjectSettings, type ProjectSettings } from '../load-project-settings.js';
import { openProject, type Project, type ProjectOptions } from '../open-project.js';
import { printJson } from '../print/print-json.js';
import { PROCGEN_FOLDER, readProcgenManifest } from '../procgen-package.js';
import { type EnvOptions, readEnvOptions } from '../read-env-options.js';
import { readServeSettings, type ServeSettings } from '../serve/serve-settings.js';
import { printCounts } from '../store/print-counts.js';
import { checkBuild, checkModuleType, type FixOptions } from './check-build.js';
import {
  checkNode,
  checkOptionalPackages,
  checkProcgen,
  checkZod,
  type Installation,
} from './check-packages.js';
import { type CheckName, type Finding, fail, ok, warn } from './finding.js';
import { type DoctorReport, printFindings } from './print-findings.js';

export interface DoctorOptions extends ProjectOptions, FixOptions {
  readonly json?: boolean;
}

/** `procgen doctor`: checks everything that a project needs and prints the findings. Changes nothing without `fix`. */
export async function runDoctor(options: DoctorOptions, io: Io): Promise<number> {
  const project = openProject(options, io, { isNeeded: false });
  const findings = await runChecks(project, io, options);
  const isFine = findings.every(({ status }) => status !== 'fault');
  const report: DoctorReport = { version: 1, ok: isFine, findings };
  if (options.json) io.stdout.write(printJson(report));
  else io.stderr.write(printFindings(findings, createColors(io, io.stderr)));
  return isFine ? EXIT.fine : EXIT.errors;
}

async function runChecks(project: Project, io: Io, options: FixOptions): Promise<readonly Finding[]> {
  const { root } = project;
  const installation: Installation = {
    root,
    manifest: readProcgenManifest(),
    procgenFolder: realpathSync(PROCGEN_FOLDER),
    nodeVersion: process.versions.node,
  };
  const settings = await loadSettings(project, io);
  const folders = [settings.out ?? 'generated', '.procgen'];
  const results = [
    await runCheck('node', () => checkNode(installation)),
    await runCheck('procgen', () => checkProcgen(installation)),
    await runCheck('zod', () => checkZod(installation)),
    await runCheck('packages', () => checkOptionalPackages(installation, settings)),
    await runCheck('module-type', () => checkModuleType(root, options)),
    await runCheck('configuration', () => checkBuild(project, io, options)),
    await runCheck('write-access', () => checkFolders(root, folders)),
    await runCheck('store', () => checkStore(settings.store ?? DEFAULT_STORE, root)),
    await runCheck('port', () => checkPort(readServeSettings({}, io.env))),
  ];
  return results.flat();
}

/** Runs a check; a failure of the check itself is a finding too. */
async function runCheck(
  check: CheckName,
  runChecked: () => Finding | readonly Finding[] | Promise<Finding | readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return [await runChecked()].flat();
  } catch (error) {
    const { message = String(error), help } = explainFailure(error) ?? (error as Partial<CliFailure>);
    return [fail(check, message, help || 'Fix it, then run "procgen doctor" again.')];
  }
}

/** The settings, as far as the configuration can be read; `checkBuild` reports its errors. */
async function loadSettings(project: Project, io: Io): Promise<ProjectSettings & EnvOptions> {
  const fileSettings = await loadProjectSettings(project).catch((error: unknown): ProjectSettings => {
    if (explainFailure(error)) return {};
    throw error;
  });
  return { ...fileSettings, ...readEnvOptions(io.env) };
}

/** Whether builds and servers may create and write these folders, which are relative to the project. */
async function checkFolders(root: string, folders: readonly string[]): Promise<Finding> {
  const reasons = await Promise.all(folders.map((folder) => explainRefusal(root, folder)));
  // Several missing folders may fail because of the same parent.
  const refusals = new Set(reasons.filter((reason) => reason !== null));
  if (refusals.size === 0) return ok('write-access', `${folders.join(' and ')} can be written.`);
  return fail(
    'write-access',
    `${[...refusals].join('; ')}.`,
    'Give write access to the user who runs procgen, or move the file that is in the way.',
  );
}

/** Why the folder cannot be written or created; null when it can. */
async function explainRefusal(root: string, folder: string): Promise<string | null> {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(root, at);
    const entry = await stat(path).catch(() => null);
    if (entry === null && at !== '.') continue;
    if (!entry?.isDirectory()) return `${at} is not a folder`;
    return access(path, constants.W_OK | constants.X_OK).then(
      () => null,
      (error) => `${at === '.' ? 'the project' : at} cannot be written: ${printCause(error)}`,
    );
  }
}

/** Whether the port of `procgen serve` is free. */
async function checkPort({ host, port }: Pick<ServeSettings, 'host' | 'port'>): Promise<Finding> {
  const { number, isExplicit } = port;
  if (number === 0) return ok('port', 'The server uses any free port.');
  const code = await tryPort(host, number);
  if (code === null) return ok('port', `Port ${number} is free.`);
  if (code !== 'EADDRINUSE') {
    return fail('port', `Port ${number} cannot be used: ${code}.`, 'Choose another one with --port.');
  }
  const message = `Port ${number} is in use.`;
  return isExplicit
    ? fail('port', message, 'Stop the process that uses it, or set PORT to another port.')
    : warn('port', message, '"procgen serve" uses the next free port, or the one given with --port.');
}

/** Listens briefly; the error's code, or null. */
function tryPort(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port }, () => server.close(() => resolve(null)));
  });
}

const HELP = 'Run "procgen store verify"; docs/deployment.md in the package describes the store.';

/** Whether a server could use the store, and who has it open. Changes nothing. */
async function checkStore(store: string, root: string): Promise<Finding> {
  const { path, counts, owner, faults } = await verifyStore(store, { cwd: root });
  const shownPath = path.startsWith('/') ? relative(root, path) : path;
  const [first] = faults.filter(({ code }) => code !== 'EXPOSED');
  if (first?.code === 'MISSING')
    return ok('store', `There is no ${shownPath} yet; the first start creates it.`);
  if (first) return fail('store', first.message, HELP);
  const [exposed] = faults;
  if (exposed) return warn('store', exposed.message, HELP);
  const contents = counts === null ? 'can be read' : `has ${printCounts(counts)}`;
  return ok(
    'store',
    `${shownPath} ${contents}${owner === null ? '' : `; process ${owner.pid} has it open`}.`,
  );
}
