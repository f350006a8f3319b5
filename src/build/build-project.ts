import { statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { bundleServer } from '../compiler/bundle/bundle-server.js';
import type { ServerBundler } from '../compiler/bundle/server-bundler.js';
import type { Compilation } from '../compiler/compilation.js';
import { type Diagnostic, hasErrors } from '../compiler/diagnostic.js';
import type { Host } from '../compiler/host.js';
import type { BuildProgress } from '../compiler/progress.js';
import { absolute } from '../compiler/relative-path.js';
import type { OutputFile } from '../model/output-file.js';
import type { Project, ProjectBuild } from './builder.js';
import { BuildCache, type LastParsed } from './cache/build-cache.js';
import type { Change } from './cache/build-inputs.js';
import { listWatched } from './cache/build-inputs.js';
import type { BuildInputs, Hashes } from './cache/build-record.js';
import { hashText } from './cache/hash-file.js';
import { printParsedFiles } from './cache/parsed-cache.js';
import { recordReads } from './cache/record-reads.js';
import { compileProject } from './compile-project.js';
import {
  NOTHING_PLANNED,
  type PlannedOutputs,
  type PlannedWrite,
  planOutputs,
} from './outputs/plan-outputs.js';

/** State that a process keeps from one build to the next. */
export interface BuildSession {
  readonly bundler: ServerBundler;
  readonly progress?: BuildProgress | undefined;
  /** What the last build parsed. */
  parsed?: LastParsed;
  hasRunSetup?: boolean;
}

/** How many attempts a build has, since it starts over if files change while it reads them. */
const MAX_ATTEMPTS = 3;

/**
 * Compiles a project and writes what changed, including the server bundle. Writes nothing if there are errors or if a
 * file in the way is not procgen's: `foreign` names it. Compiles nothing if everything is as the last build left it.
 * `since`, in ms since 1970, is when the bundler was started, if that was earlier.
 */
export async function buildProject(
  host: Host,
  project: Project,
  session: BuildSession,
  since = Date.now(),
): Promise<ProjectBuild> {
  let before: Hashes | undefined;
  for (let attempt = 1; ; attempt++) {
    const cache = new BuildCache(host, project);
    const change = await cache.findChange();
    const same = await cache.findUnchanged(change, true);
    if (same) {
      // The bundle that was started may be out of date by the next build.
      await session.bundler.cancel();
      return same;
    }
    before ??= cache.last?.inputs?.files ?? {};
    const isLast = attempt === MAX_ATTEMPTS;
    const read = { since: attempt === 1 ? since : Date.now(), before, isLast };
    const built = await buildChanged(host, project, session, { cache, change, read });
    if ('build' in built) return built.build;
    before = built.inputs.files;
  }
}

interface Attempt {
  readonly cache: BuildCache;
  readonly change: Change;
  /** When it started to read, and what the previous attempt or build had read. */
  readonly read: { readonly since: number; readonly before: Hashes; readonly isLast: boolean };
}

/** Returns only the inputs if files changed while they were read, since the result may mix two states. */
async function buildChanged(
  host: Host,
  project: Project,
  session: BuildSession,
  { cache, change, read }: Attempt,
): Promise<{ readonly build: ProjectBuild } | { readonly inputs: BuildInputs }> {
  const { root } = project;
  const { bundler, progress } = session;
  const recording = recordReads(host);
  await bundler.prebundle(bundler.lastSource ?? cache.serverSource);
  const known = cache.findParsed(change, session.parsed);
  const compilation = await compileProject(recording, project, { known, progress }).catch(
    async (error: unknown) => {
      await bundler.cancel();
      throw error;
    },
  );
  const { config, parsed, files } = compilation;
  session.hasRunSetup ||= (config?.setup.length ?? 0) > 0;
  const describe = (diagnostics: readonly Diagnostic[]) => {
    const inputs = cache.describeInputs({ reads: recording.reads, parsed });
    return { inputs, build: describeBuild({ ...compilation, diagnostics }, root, inputs) };
  };
  if (hasErrors(compilation.diagnostics)) {
    await bundler.cancel();
    return { build: { ...describe(compilation.diagnostics).build, ...NOTHING_PLANNED } };
  }

  progress?.enter('bundle', parsed.length);
  const { hashFile } = recording;
  const bundling = bundleServer(recording, root, compilation, { bundler, hashFile });
  // While esbuild is bundling.
  const [planned, content] = await Promise.all([
    planOutputs(host, root, { files, last: cache.last }),
    printParsedFiles(parsed),
  ]).finally(() => Promise.allSettled([bundling]));
  const server = await bundling;
  const { inputs, build } = describe([...compilation.diagnostics, ...server.diagnostics]);
  const isTorn = mayBeTorn(root, inputs, read);
  if (isTorn && !read.isLast) return { inputs };
  if (hasErrors(build.diagnostics)) return { build: { ...build, ...NOTHING_PLANNED } };
  if (planned.foreign.length > 0) return { build: { ...build, ...planned } };

  const backupFolder = await backUpEdited(host, root, planned, cache.folder);
  const changedFiles = [...planned.plan.filter(({ status }) => status !== 'unchanged'), ...server.files];
  await host.writeFiles(changedFiles.map(({ path, text }) => ({ path: `${root}/${path}`, text })));
  for (const { path, isUntouched } of planned.surplus) {
    if (isUntouched) await rm(join(root, path), { force: true });
  }
  const written = {
    files: hashOutputs(files),
    extras: files.filter(({ isExtra }) => isExtra).map(({ path }) => path),
    server: hashOutputs(server.files),
  };
  // If the project's code rewrites a file in each build, the state that was read is unknown.
  const { diagnostics, stats, configFile } = build;
  const saved = await cache.save({ ...written, diagnostics, stats, configFile }, isTorn ? null : inputs, {
    reads: recording.reads,
    parsed,
    content,
    serverSource: bundler.lastSource,
  });
  session.parsed = saved.parsed;
  const { checksum: id } = saved.parsed;
  return { build: { ...build, ...planned, id, backupFolder, saveFailure: saved.failure } };
}

/** Compiles a project and returns what a build would write. Parses every file, without reuse. */
export async function checkProject(
  host: Host,
  project: Project,
  { progress }: Pick<BuildSession, 'progress'> = {},
): Promise<ProjectBuild> {
  const { root } = project;
  const cache = new BuildCache(host, project);
  const change = await cache.findChange();
  const same = await cache.findUnchanged(change, false);
  if (same) return same;
  const recording = recordReads(host);
  const compilation = await compileProject(recording, project, { progress });
  const { files, parsed } = compilation;
  const inputs = cache.describeInputs({ reads: recording.reads, parsed });
  const planned = hasErrors(compilation.diagnostics)
    ? NOTHING_PLANNED
    : await planOutputs(host, root, { files, last: cache.last });
  return { ...describeBuild(compilation, root, inputs), ...planned };
}

/** Describes a compilation before anything is written. */
function describeBuild(
  { config, diagnostics, parsed }: Compilation,
  root: string,
  inputs: BuildInputs,
): Omit<ProjectBuild, keyof PlannedOutputs> {
  return {
    diagnostics,
    stats: { files: parsed.length, procedures: parsed.flatMap(({ procedures }) => procedures).length },
    configFile: config?.file ?? null,
    isConfigBroken: config === null,
    id: null,
    isCompiled: true,
    watched: listWatched(root, inputs),
  };
}

function hashOutputs(files: readonly OutputFile[]): Hashes {
  return Object.fromEntries(files.map(({ path, text }) => [path, hashText(text)]));
}

/**
 * Copies edited generated files before they are overwritten, and returns the folder of the copies, relative to the
 * project.
 */
async function backUpEdited(
  host: Host,
  root: string,
  { plan, edited }: { readonly plan: readonly PlannedWrite[]; readonly edited: readonly string[] },
  cacheFolder: string,
): Promise<string> {
  const folder = `${cacheFolder}/edited`;
  const overwritten = plan.filter(({ path }) => edited.includes(path));
  await host.writeFiles(
    overwritten.map(({ path, before }) => ({ path: `${folder}/${path}`, text: before ?? '' })),
  );
  return relative(root, folder);
}

/** Disks take timestamps from a clock that lags by up to this. */
const CLOCK_STEP_MS = 10;

/**
 * Whether an input changed since a build started, at `since` in ms since 1970: the build may have read its old content.
 * A file whose content is the same as in the build before was only touched.
 */
function mayBeTorn(root: string, inputs: BuildInputs, { since, before }: Attempt['read']): boolean {
  return Object.entries(inputs.files).some(([path, hash]) => {
    if (hash === null || before[path] === hash) return false;
    const stats = statSync(absolute(root, path), { throwIfNoEntry: false });
    return !stats || stats.ctimeMs >= since - CLOCK_STEP_MS;
  });
}
