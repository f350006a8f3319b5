import type { Host } from '../../compiler/host.js';
import type { KeptBuild } from '../../compiler/incremental/kept-build.js';
import { fingerprintProcgen } from '../build-cache/fingerprint-procgen.js';
import type { KeptState } from '../build-cache/kept-builds.js';
import type { BuildCache } from '../build-cache/open-build-cache.js';
import { recordReads } from '../build-cache/record-reads.js';
import type { Io } from '../io.js';
import type { Project } from '../open-project.js';
import type { CompiledServer } from './compile-server.js';
import type { BuildBefore } from './compile-since.js';
import { withReaderThread } from './with-reader-thread.js';

export interface AfterLast {
  readonly io: Io;
  readonly last: BuildCache['last'];
  /** The sources that have another text since the last build; null where that does not tell everything. */
  readonly changed: ReadonlySet<string> | null;
  /** What was decided in the last build; null when that is not known. */
  readState(): Promise<KeptState | null>;
  /** Told what the build decided, while its server is being bundled. */
  onKept(kept: KeptBuild): Promise<void>;
  /** Whether the server may be left to a later build. */
  readonly defersServer: boolean;
}

/**
 * Compiles a project, taking over from the last build what the changes since do not lead to. Modules are read, and the server
 * is bundled, beside that.
 */
export function compileAfterLast(
  host: Host,
  project: Project,
  { last, changed, readState, ...given }: AfterLast,
): Promise<CompiledServer> {
  return withReaderThread(host, async (reading) => {
    const door = recordReads(reading);
    const files = last?.made?.files;
    const state = changed && files && (await readState());
    const before: BuildBefore | null = state ? { ...state, changed, files } : null;
    const [{ startBundler }, { beginServer, guessServer }] = await Promise.all([
      import('../../compiler/load/start-bundler.js'),
      import('./begin-server.js'),
    ]);
    // Started beforehand: a process that is started takes a copy of the environment, as if everything in it mattered.
    const starting = startBundler();
    // What the record of this build wants in the end has been found out by the time that the bundler is there.
    fingerprintProcgen();
    await starting;
    const { root } = project;
    // Past the door: what a build writes is none of its sources.
    const entry = before && !given.defersServer ? await guessServer(host, root, before) : undefined;
    const begun = entry && beginServer(door, root, entry);
    const { compileServer } = await import('./compile-server.js');
    return compileServer(door, project, { ...given, before, begun });
  });
}
