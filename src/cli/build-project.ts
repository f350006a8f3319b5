import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Diagnostic } from '../compiler/diagnostic.js';
import type { Host } from '../compiler/host.js';
import type { KeptBuild } from '../compiler/incremental/kept-build.js';
import { applyPlan } from '../compiler/write/apply-plan.js';
import { type PlannedWrite, planWrites } from '../compiler/write/plan-writes.js';
import type { OutputFile } from '../model/output-file.js';
import { compileAfterLast } from './build/compile-after-last.js';
import { inspectOutputs, type OutputClaims } from './build/inspect-outputs.js';
import { keepEdited } from './build/keep-edited.js';
import { refuseForeignFiles } from './build/refuse-foreign-files.js';
import { hasErrors } from './build/report-diagnostics.js';
import { withReaderThread } from './build/with-reader-thread.js';
import type { BuildRecord } from './build-cache/build-record.js';
import { findCacheFolder } from './build-cache/find-cache-folder.js';
import { areOnDisk } from './build-cache/find-changes.js';
import { hashOutput } from './build-cache/hash-output.js';
import { type KeptBuildsOnDisk, keepOnDisk } from './build-cache/keep-on-disk.js';
import type { KeptBuilds } from './build-cache/kept-builds.js';
import { readKnownFiles, writeKnownFiles } from './build-cache/known-files.js';
import { listWatched, listWatchedOf } from './build-cache/list-watched.js';
import { type BuildCache, type BuildReads, openBuildCache } from './build-cache/open-build-cache.js';
import { readOnce, readOutputs } from './build-cache/read-outputs.js';
import type { Io } from './io.js';
import type { Project } from './open-project.js';
import { readEnvOptions } from './read-env-options.js';
import type { WatchedPaths } from './watch/watch-files.js';

/** What a build came to, and what became, or would become, of the generated files. */
export interface ProjectBuild extends OutputClaims {
  /** Sorted by file, line and column. */
  readonly diagnostics: readonly Diagnostic[];
  readonly isConfigBroken: boolean;
  readonly stats: BuildRecord['stats'];
  /** The configuration's file relative to the project; null when there is none, or it is broken. */
  readonly configFile: string | null;
  /** The generated files; empty when there is an error. */
  readonly plan: readonly PlannedWrite[];
  /** The folder, relative to the project, that keeps the texts of edited files that were overwritten. */
  readonly keptAt?: string | undefined;
  /** Why the build could not be remembered for the next one. */
  readonly cacheFailure?: string | undefined;
}

/** A build whose next one is waited for. */
export interface WatchedBuild extends ProjectBuild {
  /** Whether anything was compiled, and not only found to be as the last build left it. */
  readonly isCompiled: boolean;
  /** Whether the server bundle still is that of a build before. */
  readonly isServerDue: boolean;
  /** What decides of the next build. */
  readonly watched: WatchedPaths;
}

/** What a process may say that builds again and again. */
export interface Rebuilding {
  readonly inMemory?: KeptBuilds;
  /** Whether the server bundle may be left to the next build. */
  readonly defersServer?: boolean;
}

/**
 * Compiles a project and writes what changed, the server bundle included; nothing when anything is wrong, or when a
 * file stands in the way that is not procgen's. Where everything is as the last build left it, nothing is compiled.
 */
export async function buildProject(
  host: Host,
  project: Project,
  io: Io,
  rebuilding: Rebuilding = {},
): Promise<WatchedBuild> {
  readKnownFiles(findCacheFolder(project));
  const cache = await openBuildCache(host, project, [readEnvOptions(io.env), project.extras ?? {}]);
  const changed = await cache.findChanges();
  const same = await findUnchanged(
    host,
    project.root,
    { cache, changed },
    ({ files, server }) => server && { ...files, ...server },
  );
  if (same) {
    await writeKnownFiles(host, cache.folder);
    return same;
  }
  const onDisk = keepOnDisk(cache.folder);
  try {
    const built = await buildChanged(host, project, io, { ...rebuilding, cache, changed, onDisk });
    return built ?? (await buildProject(host, project, io, rebuilding));
  } finally {
    await onDisk.end();
  }
}

interface ChangedBuild extends Rebuilding {
  readonly cache: BuildCache;
  readonly changed: ReadonlySet<string> | null;
  readonly onDisk: KeptBuildsOnDisk;
}

/** Null where somebody changed a source in the meantime. */
async function buildChanged(
  host: Host,
  project: Project,
  io: Io,
  { cache, changed, onDisk, inMemory, defersServer = false }: ChangedBuild,
): Promise<WatchedBuild | null> {
  const { root } = project;
  const findLast = async () => (await inMemory?.find(cache.seal)) ?? onDisk.find(cache.seal);
  const outputs = readOnce(host);
  // What cannot be read is told where it would be written.
  const findPrinted = () => readOutputs(outputs, root, cache.last?.files ?? {}).catch(() => null);
  let planned: PlannedOutputs | undefined;
  // What can be known of the writing before the bundler has answered.
  const onKept = async (kept: KeptBuild, files: readonly OutputFile[]) => {
    await onDisk.prepare(kept);
    planned = await planOutputs(outputs, root, files, cache);
    for (const { path, text } of files) hashOutput(path, text);
    for (const path of Object.keys(cache.last?.server ?? {})) await outputs.readFile(`${root}/${path}`);
  };
  const options = { io, last: cache.last, changed, findLast, findPrinted, onKept, defersServer };
  const { isTorn, server, reads, keep, ...result } = await compileAfterLast(host, project, options);
  if (isTorn) return null;
  const watched = listWatchedAfter(root, reads, cache);
  const compiled = { ...result, isCompiled: true, isServerDue: server === null, watched };
  if (hasErrors(compiled.diagnostics)) return { ...compiled, ...NOTHING_WRITTEN };
  planned ??= await planOutputs(outputs, root, compiled.files, cache);
  refuseForeignFiles(planned.foreign);
  const keptAt = await keepEdited(host, root, planned, cache.folder);
  const ofServer = server ? await planWrites(outputs, root, server) : [];
  await applyPlan(host, root, [...planned.plan, ...ofServer]);
  for (const { path, isUntouched } of planned.surplus)
    if (isUntouched) await rm(join(root, path), { force: true });
  const { seal, failure: cacheFailure } = await cache.keep({ ...compiled, server }, reads);
  const kept = await keep();
  await inMemory?.write(seal, kept);
  // Where the server is still due, the build that brings it is the one to keep.
  if (server) {
    await onDisk.write(seal, kept);
    await writeKnownFiles(host, cache.folder);
  }
  // Where only the server was due there is nothing to tell of.
  const isCompiled = changed?.size !== 0 || planned.plan.some(({ status }) => status !== 'unchanged');
  return { ...compiled, isCompiled, ...planned, keptAt, cacheFailure };
}

/** Compiles a project and says what a build would write. What it looks at it reads, whatever is known of it from before. */
export async function checkProject(host: Host, project: Project, io: Io): Promise<ProjectBuild> {
  const { root } = project;
  const cache = await openBuildCache(host, project, [readEnvOptions(io.env), project.extras ?? {}]);
  const changed = await cache.findChanges();
  const same = await findUnchanged(host, root, { cache, changed }, ({ files }) => files);
  if (same) return same;
  const { config, ...compilation } = await withReaderThread(host, async (reading) => {
    const { compileProject } = await import('./compile-project.js');
    return compileProject(reading, project, io);
  });
  const compiled = { ...compilation, configFile: config?.file ?? null };
  if (hasErrors(compiled.diagnostics)) return { ...compiled, ...NOTHING_WRITTEN };
  const planned = await planOutputs(host, root, compiled.files, cache);
  refuseForeignFiles(planned.foreign);
  return { ...compiled, ...planned };
}

const NOTHING_WRITTEN = { plan: [], foreign: [], edited: [], surplus: [] } as const;

/** What the last build came to, where neither what it was made of nor what it wrote has changed; null otherwise. */
async function findUnchanged(
  host: Host,
  root: string,
  { cache: { last }, changed }: { readonly cache: BuildCache; readonly changed: ReadonlySet<string> | null },
  listFiles: (last: BuildRecord) => BuildRecord['server'],
): Promise<WatchedBuild | null> {
  if (!last?.made || changed?.size !== 0) return null;
  const written = listFiles(last);
  if (!written || !areOnDisk(root, written)) return null;
  const paths = Object.keys(last.files).sort();
  const plan = paths.map((path) => ({ path, text: '', before: null, status: 'unchanged' as const }));
  const claims = await inspectOutputs(host, root, { plan, last });
  const { diagnostics, stats, configFile } = last;
  const watched = listWatchedOf(root, last.made);
  return {
    ...claims,
    plan,
    diagnostics,
    stats,
    configFile,
    watched,
    isConfigBroken: false,
    isCompiled: false,
    isServerDue: false,
  };
}

/** What took over a part of the last build is decided by what decided of that one as well. */
function listWatchedAfter(root: string, { reads, changed }: BuildReads, { last }: BuildCache): WatchedPaths {
  const own = listWatched(root, reads);
  if (!changed || !last?.made) return own;
  const before = listWatchedOf(root, last.made);
  return {
    files: [...new Set([...before.files, ...own.files])],
    folders: [...new Set([...before.folders, ...own.folders])],
  };
}

type PlannedOutputs = OutputClaims & Pick<ProjectBuild, 'plan'>;

async function planOutputs(
  host: Host,
  root: string,
  files: readonly OutputFile[],
  { last }: BuildCache,
): Promise<PlannedOutputs> {
  const plan = await planWrites(host, root, files);
  return { plan, ...(await inspectOutputs(host, root, { plan, last })) };
}
