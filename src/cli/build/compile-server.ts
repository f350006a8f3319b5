import type { CompileOptions, ReadProject } from '../../compiler/compile.js';
import type { Diagnostic } from '../../compiler/diagnostic.js';
import type { Host } from '../../compiler/host.js';
import type { KeptBuild } from '../../compiler/incremental/kept-build.js';
import { type AheadBundling, bundleAhead } from '../../compiler/write/bundle-ahead.js';
import type { Bundling } from '../../compiler/write/bundle-modules.js';
import { bundleServer, type ServerBundle } from '../../compiler/write/bundle-server.js';
import { checkLinks } from '../../compiler/write/check-links.js';
import { listEdited } from '../../compiler/write/list-edited.js';
import type { ServerEntry } from '../../compiler/write/run-bundler.js';
import type { OutputFile } from '../../model/output-file.js';
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
import { type BegunServer, beginServer, isOf } from './begin-server.js';
import { compileSince, isTorn, type Origin } from './compile-since.js';
import { hasErrors } from './report-diagnostics.js';

/** Generated files and server, or everything that is wrong, and what all of it was made of. */
export interface CompiledServer {
  readonly files: readonly OutputFile[];
  /** Null where it was put off, and can be had. */
  readonly server: readonly OutputFile[] | null;
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
  /** The server, where its bundling has begun already. */
  readonly begun?: BegunServer | undefined;
  /** Told what the build decided, and what it generated, while its server is being bundled. */
  onKept?(kept: KeptBuild, files: readonly OutputFile[]): Promise<void>;
  /** Whether the server may be left to a later build, where only few modules have changed. */
  readonly defersServer: boolean;
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
      if (!kept) return null;
      const { config } = kept;
      const { links } = server;
      const known = before && changed ? { ...before.known, changed } : null;
      const { edited = await listEdited(door, { root: project.root, config, links, before: known }) } =
        server;
      return { kept, known: { links, edited } };
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
    begun,
    onKept,
    defersServer,
  }: Omit<ServerOptions, 'io'> & { readonly progress: Progress },
) {
  const { root } = options;
  const defers = defersServer && before !== null;
  let ahead: AheadBundling | undefined;
  let bundling: Bundling | undefined;
  const onRead = (read: ReadProject) => {
    ahead = bundleAhead(host, { root, ...read });
  };
  const onBundled = () => ahead?.begin();
  const onServer = (entry: ServerEntry) => {
    bundling = begun && isOf(begun, entry) ? begun : (ahead?.finish(entry) ?? beginServer(host, root, entry));
    return bundling.isFed;
  };
  const telling = { ...(!defers && { onServer }), ...(!defers && !begun && { onRead, onBundled }) };
  // Beside the compilation: what modules import has not changed with what they say of themselves.
  const checking = defers
    ? checkLinks(host, {
        root,
        config: before.kept.config,
        links: before.known.links,
        changed: before.changed,
      })
    : null;
  checking?.catch(() => {});
  const tellBundling = () => progress.begin('bundling the server');
  const compileAndKeep = async () => {
    const since = await compileSince(host, { ...options, ...telling }, { before, begunCompile });
    if (bundling) tellBundling();
    const kept = bundling && (await since.keep());
    if (kept) await onKept?.(kept, since.compilation.files);
    return since;
  };
  const { result, asked } = await recordEnvironment(() => guardProcess(compileAndKeep)).finally(() => {
    if (bundling) tellBundling();
    // To their end, whatever else has failed: a bundler that is left alone with a question breaks down.
    return Promise.allSettled([bundling?.modules, begun?.modules, ahead?.abandon(), checking]);
  });
  const { compilation } = result;
  if (hasErrors(compilation.diagnostics)) return { ...result, asked, server: NO_SERVER };
  const links = result.changed && (await checking);
  if (links) return { ...result, asked, server: { ...NO_SERVER, files: null, links } };
  tellBundling();
  return { ...result, asked, server: await bundleServer(host, root, compilation, bundling) };
}

const NO_SERVER: ServerBundle = { files: [], diagnostics: [], links: {} };
