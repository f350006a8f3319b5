import { realpathSync } from 'node:fs';
import { DEFAULT_STORE } from '../../definition/config.js';
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
import { readServeSettings } from '../serve/serve-settings.js';
import { checkBuild, checkModuleType } from './check-build.js';
import { checkFolders } from './check-folders.js';
import {
  checkNode,
  checkOptionalPackages,
  checkProcgen,
  checkZod,
  type Installation,
} from './check-packages.js';
import { checkPort } from './check-port.js';
import { checkStore } from './check-store.js';
import { type CheckName, type Finding, fault } from './finding.js';
import { type DoctorReport, printFindings } from './print-findings.js';

export interface DoctorOptions extends ProjectOptions {
  readonly json?: boolean;
}

/** `procgen doctor`: looks at all that a project needs, changes nothing, and says of each thing whether it is in order. */
export async function runDoctor(options: DoctorOptions, io: Io): Promise<number> {
  const project = openProject(options, io, { isNeeded: false });
  const findings = await examine(project, io);
  const isFine = findings.every(({ status }) => status !== 'fault');
  const report: DoctorReport = { version: 1, ok: isFine, findings };
  if (options.json) io.stdout.write(printJson(report));
  else io.stderr.write(printFindings(findings, createColors(io, io.stderr)));
  return isFine ? EXIT.fine : EXIT.faults;
}

async function examine(project: Project, io: Io): Promise<readonly Finding[]> {
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
    await attempt('node', () => checkNode(installation)),
    await attempt('procgen', () => checkProcgen(installation)),
    await attempt('zod', () => checkZod(installation)),
    await attempt('packages', () => checkOptionalPackages(installation, settings)),
    await attempt('module-type', () => checkModuleType(root)),
    await attempt('configuration', () => checkBuild(project, io)),
    await attempt('write-access', () => checkFolders(root, folders)),
    await attempt('store', () => checkStore(settings.store ?? DEFAULT_STORE, root)),
    await attempt('port', () => checkPort(readServeSettings({}, io.env))),
  ];
  return results.flat();
}

/** A check that cannot be made has found an error as well. */
async function attempt(
  check: CheckName,
  look: () => Finding | readonly Finding[] | Promise<Finding | readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return [await look()].flat();
  } catch (error) {
    const { message = String(error), help } = explainFailure(error) ?? (error as Partial<CliFailure>);
    return [fault(check, message, help || 'Fix it, then run "procgen doctor" again.')];
  }
}

/** The settings, as far as the configuration can be read; `checkBuild` reports its errors. */
async function loadSettings(project: Project, io: Io): Promise<ProjectSettings & EnvOptions> {
  const written = await loadProjectSettings(project).catch((error: unknown): ProjectSettings => {
    if (explainFailure(error)) return {};
    throw error;
  });
  return { ...written, ...readEnvOptions(io.env) };
}
