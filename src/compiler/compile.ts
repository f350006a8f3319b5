import type { ApiModel } from '../model/api-model.js';
import type { OutputFile } from '../model/output-file.js';
import { beginCompile } from './begin-compile.js';
import { type Diagnostic, sortDiagnostics } from './diagnostic.js';
import { discoverProcedureFiles, type ProcedureFile } from './discover/discover-procedure-files.js';
import { findUnreadFiles } from './discover/find-unread-files.js';
import type { Extras } from './emit/emit-all.js';
import { emitProject } from './emit/emit-project.js';
import type { Host } from './host.js';
import type { BuildGrounds } from './incremental/keep-build.js';
import { loadCatalogs } from './load/load-catalogs.js';
import { loadConfig } from './load/load-config.js';
import { loadProcedures } from './load/load-procedures.js';
import { loadTemplates } from './load/load-templates.js';
import type { ProjectConfig } from './load/project-config.js';
import { buildModel } from './model/build-model.js';
import { draftApi } from './model/draft-api.js';
import { draftFile } from './model/draft-file.js';
import { readFiles, readMessageUses } from './read/read-files.js';
import { applyRules } from './rules/apply-rules.js';
import { checkMessageUses } from './rules/check-message-uses.js';
import { listLeftOut } from './rules/left-out.js';
import { listDeferrals } from './write/defer-procedures.js';
import type { ServerEntry } from './write/run-bundler.js';

export interface CompileOptions {
  /** The project's folder, absolute, with `/`. */
  readonly root: string;
  /** The configuration relative to the project; `procgen.config.ts` when absent, if there is one. */
  readonly configFile?: string;
  /** Options of the configuration that win over what the file says, such as those of the environment. */
  readonly overrides?: object;
  readonly extras?: Extras;
  /** Told when a stage that takes long begins, with the number of procedure files. */
  readonly onStage?: (stage: CompileStage, files: number) => void;
  /** Told which procedure files there are when all are read. */
  readonly onRead?: ((read: ReadProject) => void) | undefined;
  /** Told when they have been bundled, before they are run, and waited for. */
  readonly onBundled?: (() => Promise<void> | undefined) | undefined;
  /** Told what a server is made of, while the other files are still to be printed, and waited for. */
  readonly onServer?: ((entry: ServerEntry) => Promise<void>) | undefined;
}

export interface ReadProject {
  readonly config: ProjectConfig;
  readonly files: readonly ProcedureFile[];
}

export type CompileStage = 'read' | 'load' | 'emit';

export interface Compilation {
  /** Null when there is an error. */
  readonly model: ApiModel | null;
  /** Null when the configuration is broken. */
  readonly config: ProjectConfig | null;
  /** The generated files, relative to the project; none when there is an error. */
  readonly files: readonly OutputFile[];
  /** What the files were made of besides what procedure files import: configuration, procedure files, catalogs. Relative to the project. */
  readonly inputs: readonly string[];
  /** Sorted by file, line and column. */
  readonly diagnostics: readonly Diagnostic[];
  readonly isConfigBroken: boolean;
  /** What all of it was decided from, for `keepBuild`; null when there is a diagnostic. */
  readonly grounds: BuildGrounds | null;
  readonly stats: { readonly files: number; readonly procedures: number };
}

/**
 * Compiles a project: procedure files in, generated files or everything that is wrong out. Writes nothing. `begun` is what goes on
 * already, of the same project through the same door.
 */
export async function compile(
  host: Host,
  {
    root,
    configFile,
    overrides,
    extras = {},
    onStage = () => {},
    onRead,
    onBundled,
    onServer,
  }: CompileOptions,
  begun = beginCompile(host, { root, configFile, overrides }),
): Promise<Compilation> {
  const { sources, aside } = begun;
  const around = aside.host;
  const source = await begun.configSource;
  const { config, diagnostics: configFaults } = await loadConfig(aside, { configFile, overrides, source });
  const reading = await begun.reading;
  if (!config) {
    await reading?.ended;
    return failed(null, sortDiagnostics(configFaults), { files: 0, procedures: 0 });
  }
  const importExtension = await begun.importExtension;
  const discovered = await (reading?.folder === config.procedures
    ? reading.files
    : discoverProcedureFiles(host, root, config.procedures));
  const unread = await findUnreadFiles(around, root, config.procedures);
  onStage('read', discovered.length);
  const readingAll = readFiles(discovered, sources).finally(() => {
    onStage('load', discovered.length);
    onRead?.({ config, files: discovered });
  });
  const endReading = () => {
    host.readerThread?.rest();
    return onBundled?.();
  };
  // Together: what is read is evaluated while the rest is being read.
  const [read, loading] = await Promise.all([
    readingAll.finally(endReading),
    loadProcedures({ host, root, sources }, discovered, { draftFile }),
  ]);
  const { loaded, api } = await draftApi(loading, config);
  const catalogs = await loadCatalogs(around, root, config);
  const { templates, diagnostics: templateFaults } = await loadTemplates(around, root, config.file);

  const stats = { files: discovered.length, procedures: api.drafts.length };
  const ownModules = [...discovered.map(({ path }) => path), ...[...loaded.listModules().values()].flat()];
  const uses = catalogs.isWhole ? await readMessageUses(ownModules, sources) : [];
  const unknown = checkMessageUses(uses, catalogs.catalogs, config);
  const early = [...read.diagnostics, ...loaded.diagnostics, ...catalogs.diagnostics];
  const leftOut = await listLeftOut({ read: read.files, loaded, sources }, unread);
  const { places } = loaded;
  const refused = await applyRules(api, { isWhole: early.length === 0, places, leftOut });
  const found = sortDiagnostics([...early, ...templateFaults, ...unknown, ...refused]);
  const diagnostics = found.filter(({ code }) => !config.silenced.includes(code));
  if (diagnostics.some(({ severity }) => severity === 'error')) return failed(config, diagnostics, stats);

  onStage('emit', discovered.length);
  const model = buildModel(api, { catalogs: catalogs.catalogs, importExtension });
  const inputs = [
    ...(config.file === null ? [] : [config.file]),
    ...discovered.map(({ file }) => file),
    ...catalogs.files,
  ];
  const deferrals = listDeferrals(model, config);
  const onRoutes = async (routes: OutputFile) => onServer?.({ config, routes, deferrals });
  const emission = { root, config, extras, importExtension, templates, inputs, onRoutes };
  const emitted = await emitProject(model, emission, host);
  if (emitted.diagnostics.length > 0) {
    return failed(config, sortDiagnostics([...diagnostics, ...emitted.diagnostics]), stats);
  }
  const { files } = emitted;
  const modules = loaded.listModules();
  const surroundings = [...around.paths];
  // What is warned of is found in the whole project, so that a project with warnings is compiled as a whole.
  const grounds =
    diagnostics.length > 0
      ? null
      : { config, importExtension, model, api, read: read.files, modules, surroundings, inputs };
  return { model, config, files, inputs, diagnostics, isConfigBroken: false, grounds, stats };
}

function failed(
  config: ProjectConfig | null,
  diagnostics: readonly Diagnostic[],
  stats: Compilation['stats'],
): Compilation {
  return {
    model: null,
    config,
    files: [],
    inputs: [],
    diagnostics,
    isConfigBroken: config === null,
    grounds: null,
    stats,
  };
}
