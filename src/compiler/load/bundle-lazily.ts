import type { BuildResult, Metafile } from 'esbuild';
import { moduleUrl } from '../read/module-url.js';
import type { ReadModule } from '../read/read-module.js';
import type { SourceCache } from '../read/source-cache.js';
import { applyEdits, type TextEdit } from '../read/text-edit.js';
import { BUNDLE_OPTIONS } from './bundle-options.js';
import { esbuild, isBuildFailure } from './esbuild.js';
import type { ImportRequest } from './import-request.js';
import type { MadeFiles, RunBatch } from './inlined-modules.js';
import { projectModules, type ThrowingModule, WITHOUT_QUESTION } from './project-modules.js';
import { RequestedModules } from './requested-modules.js';
import { shareImports } from './share-imports.js';
import type { SourceLine } from './trace-failure.js';

export interface Bundle {
  readonly text: string;
  readonly sourceMap: string;
  readonly metafile: Metafile;
  /** The path, relative to the project, of a module that a stack calls so. */
  readonly nameOf: (name: string) => string;
  /** Whether what was requested at that place stands in it as a function. */
  readonly isInlined: (index: number) => boolean;
  /** The places of what stands in it as a function, and has to be a module. */
  readonly misplaced: readonly number[];
}

/** What is found out bundle by bundle. */
export interface Findings {
  /** Packages that cannot be imported, by URL, with the reason. */
  readonly packages: Map<string, string>;
  /** The project's own modules that cannot be bundled, by path, with the reason. */
  readonly modules: Map<string, { readonly reason: string; readonly line: SourceLine }>;
  /** What has to stay although it awaits, or is changed after it was made. */
  readonly live: Set<string>;
  /** The places of files that have to be modules of their own. */
  readonly modular: Set<number>;
  /** Whether every file has to be one: only so is it plain what fails, and why. */
  isApart: boolean;
  /** Files that have been run already, by their places. */
  readonly made: MadeFiles;
}

export function createFindings(isApart = false): Findings {
  return {
    packages: new Map(),
    modules: new Map(),
    live: new Set(),
    modular: new Set(),
    isApart,
    made: new Map(),
  };
}

export interface LazyBundleOptions {
  readonly findings: Findings;
  readonly withSourceMap?: boolean;
  /** Runs what can be run while the rest is being read. */
  readonly run?: RunBatch | undefined;
}

/**
 * Bundles files as a build may run them, each inside of a function of its own: `files`, in the order of the requests. What is plain
 * is inlined there, anything else is a module that is imported lazily.
 */
export async function bundleLazily(
  { root, sources }: { readonly root: string; readonly sources: SourceCache },
  requests: readonly ImportRequest[],
  { findings, withSourceMap = false, run }: LazyBundleOptions,
): Promise<Bundle> {
  const shared = new Set<string>();
  const { made } = findings;
  const mayInline = (index: number) => !findings.isApart && !findings.modular.has(index);
  const requested = new RequestedModules(requests, { root, sources, mayInline, made, run });
  const building: Promise<BuildResult<{ write: false; metafile: true }>> = esbuild.build({
    ...BUNDLE_OPTIONS,
    stdin: { contents: requested.print(), resolveDir: root, sourcefile: 'files' },
    absWorkingDir: root,
    outfile: `${root}/procedures.js`,
    sourcemap: withSourceMap ? 'external' : false,
    external: WITHOUT_QUESTION.url,
    plugins: [
      projectModules({
        sources,
        requested,
        failing: findings.packages,
        hasNoSideEffects: true,
        packages: 'url',
        onUrl: (url) => shared.add(url),
        transform: (path, urlOf) => isolate({ path, urlOf }, sources, findings),
      }),
    ],
  });
  const result = await building.catch((error: unknown) => {
    throw isBuildFailure(error)
      ? Object.assign(error, { errors: requested.renameFaults(error.errors) })
      : error;
  });
  const metafile = requested.rename(result.metafile);
  const textOf = (ending: string) => result.outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  return {
    text: shareImports(textOf('.js'), shared),
    sourceMap: textOf('.map'),
    metafile,
    nameOf: (name) => requested.nameOf(name),
    isInlined: (index) => requested.isInlined(index),
    misplaced: requested.listMisplaced(metafile),
  };
}

interface BundledModule {
  readonly path: string;
  readonly urlOf: (specifier: string) => Promise<string | null>;
}

async function isolate(
  { path, urlOf }: BundledModule,
  sources: SourceCache,
  findings: Findings,
): Promise<string | ThrowingModule | null> {
  const module = path.endsWith('.json') ? null : await sources.read(path);
  const [fault] = module?.syntaxErrors ?? [];
  if (fault) findings.modules.set(path, { reason: fault.message, line: fault });
  const refused = findings.modules.get(path);
  if (refused) return refused;
  if (!module) return null;
  const live = listLive(path, findings);
  const isolation = (live.length === 0 && module.isolation) || (await sources.isolate(path, live));
  return applyEdits(module.text, [...isolation, ...(await redirectImports(module, urlOf))]);
}

/** Those of a module's own. */
function listLive(path: string, { live }: Findings): readonly string[] {
  if (live.size === 0) return [];
  const prefix = `${moduleUrl(path)}#`;
  return [...live].filter((key) => key.startsWith(prefix));
}

/** What every module imports is looked up here, and not by the bundler, import by import. */
async function redirectImports(
  { imports }: ReadModule,
  urlOf: BundledModule['urlOf'],
): Promise<readonly TextEdit[]> {
  const edits: TextEdit[] = [];
  for (const { specifier, isExport, start, end } of imports) {
    if (isExport || (specifier !== 'procgen' && specifier !== 'zod')) continue;
    const url = await urlOf(specifier);
    if (url !== null) edits.push({ start, end, replacement: JSON.stringify(url) });
  }
  return edits;
}
