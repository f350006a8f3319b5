import type { PrintedTexts } from '../../compiler/emit/reprint-files.js';
import type { Host } from '../../compiler/host.js';
import type { KeptBuild } from '../../compiler/incremental/kept-build.js';
import type { OutputFile } from '../../model/output-file.js';
import { fingerprintProcgen } from '../build-cache/fingerprint-procgen.js';
import type { FoundBuild } from '../build-cache/kept-builds.js';
import type { BuildCache } from '../build-cache/open-build-cache.js';
import { recordReads } from '../build-cache/record-reads.js';
import type { Io } from '../io.js';
import type { Project } from '../open-project.js';
import { readEnvOptions } from '../read-env-options.js';
import type { CompiledServer } from './compile-server.js';
import type { BuildBefore } from './compile-since.js';
import { startBundler } from './start-bundler.js';
import { withReaderThread } from './with-reader-thread.js';

export interface AfterLast {
  readonly io: Io;
  readonly last: BuildCache['last'];
  /** The sources that have another text since the last build; null where that does not tell everything. */
  readonly changed: ReadonlySet<string> | null;
  /** What was decided in the last build; null when that is not known. */
  findLast(): Promise<FoundBuild | null>;
  /** The files that the last build generated, while they are as it wrote them. */
  findPrinted(): Promise<PrintedTexts | null>;
  /** Told what the build decided, and what it generated, while its server is being bundled. */
  onKept(kept: KeptBuild, files: readonly OutputFile[]): Promise<void>;
  /** Whether the server may be left to a later build. */
  readonly defersServer: boolean;
}

/**
 * Compiles a project, taking over from the last build what the changes since do not lead to. The server is bundled beside
 * that, and where everything has to be read, modules are read in a thread of their own.
 */
export async function compileAfterLast(
  host: Host,
  project: Project,
  { last, changed, findLast, findPrinted, ...given }: AfterLast,
): Promise<CompiledServer> {
  const files = last?.made?.files;
  const found = changed && files ? await findLast() : null;
  if (!changed || !files || !found || found.surroundings.some((path) => changed.has(path)))
    return compileWhole(host, project, given);
  const door = recordReads(host, { root: project.root, files });
  const starting = startBundler();
  starting.catch(() => {});
  const { begunPart, begun } = given.defersServer
    ? NOTHING_BEGUN
    : await beginAhead(host, door, { project, found, changed });
  const { compileServer } = await import('./compile-server.js');
  await starting;
  const state = await found.readState();
  const printed = state && findPrinted();
  const before: BuildBefore | null = state && {
    ...state,
    changed,
    files,
    begunPart,
    findPrinted: async () => printed,
  };
  return compileServer(door, project, { ...given, before, begun });
}

const NOTHING_BEGUN = { begunPart: undefined, begun: undefined };

async function beginAhead(
  host: Host,
  door: Host,
  {
    project,
    found,
    changed,
  }: { readonly project: Project; readonly found: FoundBuild; readonly changed: ReadonlySet<string> },
) {
  const begun = await beginLastServer(host, door, { project, found });
  const { beginPart } = await import('../../compiler/incremental/begin-part.js');
  const begunPart = beginPart(door, { root: project.root, config: found.config, changed });
  // The bundler waits for what is read here, and this thread loads all else while it bundles.
  await begunPart?.isRead;
  return { begunPart, begun };
}

type Given = Omit<AfterLast, 'last' | 'changed' | 'findLast' | 'findPrinted'>;

function compileWhole(host: Host, project: Project, given: Given): Promise<CompiledServer> {
  return withReaderThread(host, async (reading) => {
    const starting = startBundler();
    starting.catch(() => {});
    const door = recordReads(reading);
    const { beginCompile } = await import('../../compiler/begin-compile.js');
    const begunCompile = beginCompile(door, { ...project, overrides: readEnvOptions(given.io.env) });
    // What the record of this build wants in the end has been found out by the time that the bundler is there.
    fingerprintProcgen();
    const { compileServer } = await import('./compile-server.js');
    await starting;
    return compileServer(door, project, { ...given, before: null, begunCompile });
  });
}

/** The server as it will be where changes leave the route table as it was. */
async function beginLastServer(
  host: Host,
  door: Host,
  { project: { root }, found }: { readonly project: Project; readonly found: FoundBuild },
) {
  const { beginServer, guessServer } = await import('./begin-server.js');
  // Past the door: what a build writes is none of its sources.
  const entry = await guessServer(host, root, found);
  return entry && beginServer(door, root, entry);
}
