import { posix } from 'node:path';
import type { ServerBundler } from '../../compiler/bundle/server-bundler.js';
import { discoverProcedureFiles } from '../../compiler/discover/discover-procedure-files.js';
import type { OutputFile } from '../../compiler/emit/output-file.js';
import type { PrintedTexts } from '../../compiler/emit/reprint-files.js';
import type { Host } from '../../compiler/host.js';
import type { KeptBuild } from '../../compiler/incremental/kept-build.js';
import { DEFAULT_PROCEDURES } from '../../compiler/load/project-config.js';
import { fingerprintProcgen } from '../build-cache/fingerprint-procgen.js';
import type { FoundBuild } from '../build-cache/kept-builds.js';
import type { BuildCache } from '../build-cache/open-build-cache.js';
import { recordReads } from '../build-cache/record-reads.js';
import type { Io } from '../io.js';
import type { Project } from '../open-project.js';
import { readEnvOptions } from '../read-env-options.js';
import type { CompiledServer } from './compile-server.js';
import type { BuildBefore } from './compile-since.js';
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
  readonly bundler: ServerBundler;
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
  given.bundler.begin(await listModules(host, project.root, last));
  const files = last?.made?.files;
  const found = changed && files ? await findLast() : null;
  if (!changed || !files || !found || found.surroundings.some((path) => changed.has(path)))
    return compileWhole(host, project, given);
  const door = recordReads(host);
  const { beginPart } = await import('../../compiler/incremental/begin-part.js');
  const begunPart = beginPart(door, { root: project.root, config: found.config, changed });
  const { compileServer } = await import('./compile-server.js');
  const state = await found.readState();
  const printed = state && findPrinted();
  const before: BuildBefore | null = state && {
    ...state,
    changed,
    files,
    begunPart,
    findPrinted: async () => printed,
  };
  return compileServer(door, project, { ...given, before });
}

type Given = Omit<AfterLast, 'last' | 'changed' | 'findLast' | 'findPrinted'>;

function compileWhole(host: Host, project: Project, given: Given): Promise<CompiledServer> {
  return withReaderThread(host, async (reading) => {
    const door = recordReads(reading);
    const { beginCompile } = await import('../../compiler/begin-compile.js');
    const begunCompile = beginCompile(door, { ...project, overrides: readEnvOptions(given.io.env) });
    // What the record of this build wants in the end has been found out by the time that the bundler is there.
    fingerprintProcgen();
    const { compileServer } = await import('./compile-server.js');
    return compileServer(door, project, { ...given, before: null, begunCompile });
  });
}

/** What a server was bundled from last, or else what is in the default folder: esbuild parses it while the rest is compiled. */
async function listModules(host: Host, root: string, last: BuildCache['last']): Promise<readonly string[]> {
  if (!last?.made) {
    const files = await discoverProcedureFiles(host, root, DEFAULT_PROCEDURES);
    return files.map(({ path }) => path);
  }
  const paths = Object.keys(last.made.files).filter((path) =>
    /^(?!.*node_modules\/).+\.[cm]?tsx?$/.test(path),
  );
  return paths.map((path) => posix.resolve(root, path));
}
