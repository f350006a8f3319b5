import { bundleServer } from '../../compiler/bundle/bundle-server.js';
import type { ServerBundler } from '../../compiler/bundle/server-bundler.js';
import type { CompileOptions } from '../../compiler/compile.js';
import type { Diagnostic } from '../../compiler/diagnostic.js';
import type { OutputFile } from '../../compiler/emit/output-file.js';
import type { Host } from '../../compiler/host.js';
import type { KeptBuild } from '../../compiler/incremental/kept-build.js';
import type { KeptState } from '../build-cache/kept-builds.js';
import type { BuildReads } from '../build-cache/open-build-cache.js';
import { recordEnvironment } from '../build-cache/record-environment.js';
import type { RecordingHost } from '../build-cache/record-reads.js';
import { tellStages } from '../compile-project.js';
import { guardProcess } from '../guard-process.js';
import type { Io } from '../io.js';
import type { Project } from '../open-project.js';
import { type Progress, showProgress } from '../print/show-progress.js';
import { readEnvOptions } from '../read-env-options.js';
import { compileSince, isTorn, type Origin } from './compile-since.js';
import { hasErrors } from './report-diagnostics.js';

/** Generated files and server, or everything that is wrong, and what all of it was made of. */
export interface CompiledServer {
  readonly files: readonly OutputFile[];
  readonly server: readonly OutputFile[];
  readonly diagnostics: readonly Diagnostic[];
  readonly isConfigBroken: boolean;
  /** The configuration's file relative to the project; null when there is none, or it is broken. */
  readonly configFile: string | null;
  readonly stats: { readonly files: number; readonly procedures: number };
  readonly reads: BuildReads;
  /** Whether a source has changed between what was taken over and what was read: then it is of no state of the project. */
  readonly isTorn: boolean;
  /** What the next build may take over. */
  keep(): Promise<KeptState | null>;
}

export interface ServerOptions extends Origin {
  readonly io: Io;
  /** It has begun already. */
  readonly bundler: ServerBundler;
  /** Told what the build decided, and what it generated, while its server is being bundled. */
  onKept?(kept: KeptBuild, files: readonly OutputFile[]): Promise<void>;
}

/** Compiles a project, or what has changed of it since a build before, and bundles its server. Writes nothing. */
export async function compileServer(
  door: RecordingHost,
  project: Project,
  { io, ...given }: ServerOptions,
): Promise<CompiledServer> {
  const overrides = readEnvOptions(io.env);
  const progress = showProgress(io);
  const options = { ...project, overrides, onStage: tellStages(progress) };
  const built = await compileAndBundle(door, options, { progress, ...given }).finally(progress.end);
  const { compilation, server, asked, changed, keep } = built;
  const { before } = given;
  const { files, isConfigBroken, stats } = compilation;
  return {
    files,
    server: server.files,
    diagnostics: [...compilation.diagnostics, ...server.diagnostics],
    isConfigBroken,
    configFile: compilation.config?.file ?? null,
    stats,
    reads: { reads: door.reads, asked, changed },
    isTorn: before !== null && changed !== null && isTorn(project.root, door.reads.files, before),
    async keep() {
      const kept = await keep();
      return kept && { kept };
    },
  };
}

async function compileAndBundle(
  host: Host,
  options: CompileOptions,
  {
    progress,
    before,
    begunCompile,
    bundler,
    onKept,
  }: Omit<ServerOptions, 'io'> & { readonly progress: Progress },
) {
  const { result, asked } = await recordEnvironment(() =>
    guardProcess(() => compileSince(host, options, { before, begunCompile })),
  ).catch(async (error: unknown) => {
    await bundler.cancel();
    throw error;
  });
  const { compilation } = result;
  if (hasErrors(compilation.diagnostics)) {
    await bundler.cancel();
    return { ...result, asked, server: { files: [], diagnostics: [] } };
  }
  progress.begin('bundling the server');
  const [server] = await Promise.all([
    bundleServer(host, options.root, compilation, bundler),
    result.keep().then((kept) => kept && onKept?.(kept, compilation.files)),
  ]);
  return { ...result, asked, server };
}
