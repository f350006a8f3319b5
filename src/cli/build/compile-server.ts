import type { CompileOptions } from '../../compiler/compile.js';
import type { Diagnostic } from '../../compiler/diagnostic.js';
import type { OutputFile } from '../../compiler/emit/output-file.js';
import type { Host } from '../../compiler/host.js';
import type { KeptBuild } from '../../compiler/incremental/kept-build.js';
import { startBundler } from '../../compiler/load/start-bundler.js';
import { bundleServer } from '../../compiler/write/bundle-server.js';
import type { BuildReads } from '../build-cache/open-build-cache.js';
import { recordEnvironment } from '../build-cache/record-environment.js';
import { recordReads } from '../build-cache/record-reads.js';
import { tellStages } from '../compile-project.js';
import { guardProcess } from '../guard-process.js';
import type { Io } from '../io.js';
import type { Project } from '../open-project.js';
import { type Progress, showProgress } from '../print/show-progress.js';
import { readEnvOptions } from '../read-env-options.js';
import { type BuildBefore, compileSince } from './compile-since.js';
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
  /** What the next build may take over. */
  keep(): Promise<KeptBuild | null>;
}

/** Compiles a project, or what has changed of it since a build before, and bundles its server. Writes nothing. */
export async function compileServer(
  host: Host,
  project: Project,
  { io, before }: { readonly io: Io; readonly before: BuildBefore | null },
): Promise<CompiledServer> {
  // Started beforehand: a process that is started takes a copy of the environment, as if everything in it mattered.
  await startBundler();
  const door = recordReads(host);
  const overrides = readEnvOptions(io.env);
  const progress = showProgress(io);
  const options = { ...project, overrides, onStage: tellStages(progress) };
  const built = await compileAndBundle(door, options, { progress, before }).finally(progress.end);
  const { compilation, server, asked, changed, keep } = built;
  const { files, isConfigBroken, stats } = compilation;
  return {
    files,
    server: server.files,
    diagnostics: [...compilation.diagnostics, ...server.diagnostics],
    isConfigBroken,
    configFile: compilation.config?.file ?? null,
    stats,
    reads: { reads: door.reads, asked, changed },
    keep,
  };
}

async function compileAndBundle(
  host: Host,
  options: CompileOptions,
  { progress, before }: { readonly progress: Progress; readonly before: BuildBefore | null },
) {
  const { result, asked } = await recordEnvironment(() =>
    guardProcess(() => compileSince(host, options, before)),
  );
  const { compilation } = result;
  if (hasErrors(compilation.diagnostics)) return { ...result, asked, server: NO_SERVER };
  progress.begin('bundling the server');
  return { ...result, asked, server: await bundleServer(host, options.root, compilation) };
}

const NO_SERVER = { files: [], diagnostics: [] };
