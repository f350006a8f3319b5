import type { BuildFailure, BuildResult, Metafile } from 'esbuild';
import type { Host } from '../host.js';
import { isolateModule } from '../read/isolate-module.js';
import { listMarks } from '../read/live-values.js';
import { listSyntaxErrors } from '../read/parse-source.js';
import { relativeTo, type SourceCache } from '../read/source-cache.js';
import { BUNDLE_OPTIONS } from './bundle-options.js';
import { isRunTime, printThrowingModule, projectModules } from './project-modules.js';
import { type SourceLine, traceImports, traceLines } from './trace-failure.js';

/** What to import of one file: the named exports only, so that the rest of it can fall away. */
export interface ImportRequest {
  /** Absolute, with `/`. */
  readonly path: string;
  readonly exportNames: readonly string[];
}

export type ImportOutcome = { readonly values: Readonly<Record<string, unknown>> } | ImportFailure;

export interface ImportFailure {
  /** What was thrown, in one line. */
  readonly reason: string;
  /** The modules from the file down to the one that threw, relative to the project. */
  readonly chain: readonly string[];
  /** The lines it was thrown through, the innermost first; none where nothing was run. */
  readonly lines: readonly SourceLine[];
}

export interface ImportContext {
  readonly host: Host;
  readonly root: string;
  readonly sources: SourceCache;
}

/**
 * Imports files as a build may: handlers cut out, what no schema reaches left out, one lazy import a file, so that
 * a file that throws loses itself only. Outcomes come in the order of the requests.
 */
export async function importIsolated(
  context: ImportContext,
  requests: readonly ImportRequest[],
): Promise<readonly ImportOutcome[]> {
  if (requests.length === 0) return [];
  const findings: Findings = { packages: new Map(), modules: new Map(), live: new Set() };
  let bundle = await bundleAvailable(context, requests, findings);
  await findFailingPackages(context.host, bundle.metafile, findings);
  if (findings.packages.size > 0) bundle = await bundleAvailable(context, requests, findings);
  const { files } = (await context.host.importText(bundle.text)) as {
    files: readonly (() => Promise<object>)[];
  };
  const outcomes: ImportOutcome[] = [];
  let sourceMap: string | undefined;
  for (const [index, request] of requests.entries()) {
    try {
      outcomes.push({ values: (await files[index]?.()) as Readonly<Record<string, unknown>> });
    } catch (error) {
      const chain = traceImports(bundle.metafile, relativeTo(context.root, request.path), error);
      const refused = findings.modules.get(`${context.root}/${chain.at(-1)}`);
      // Only a failure is worth a source map: the same bundle once more.
      sourceMap ??= (await bundleLazily(context, requests, findings, true)).sourceMap;
      const lines = refused ? [refused.line] : isRunTime(error) ? traceLines(sourceMap, error) : [];
      outcomes.push({ reason: describe(error), chain, lines });
    }
  }
  return outcomes;
}

interface Bundle {
  readonly text: string;
  readonly sourceMap: string;
  readonly metafile: Metafile;
}

/** What is found out bundle by bundle. */
interface Findings {
  /** Packages that cannot be imported, by URL, with the reason. */
  readonly packages: Map<string, string>;
  /** The project's own modules that cannot be bundled, by path, with the reason. */
  readonly modules: Map<string, { readonly reason: string; readonly line: SourceLine }>;
  /** What has to stay although it awaits, or is changed after it was made. */
  readonly live: Set<string>;
}

/** Bundles; where the bundler refuses modules, again without them, and where it keeps marks, again with their values. */
async function bundleAvailable(
  context: ImportContext,
  requests: readonly ImportRequest[],
  findings: Findings,
): Promise<Bundle> {
  for (;;) {
    try {
      const bundle = await bundleLazily(context, requests, findings);
      const marks = listMarks(bundle.text);
      if (marks.every((mark) => findings.live.has(mark))) return bundle;
      for (const mark of marks) findings.live.add(mark);
    } catch (error) {
      const refused = isBuildFailure(error) ? error.errors.filter(({ location }) => location !== null) : [];
      const before = findings.modules.size;
      for (const { location, text } of refused) {
        const { file = '', line = 1 } = location ?? {};
        findings.modules.set(`${context.root}/${file}`, { reason: `${text}.`, line: { file, line } });
      }
      if (findings.modules.size === before) throw error;
    }
  }
}

async function bundleLazily(
  { root, sources }: ImportContext,
  requests: readonly ImportRequest[],
  findings: Findings,
  withSourceMap = false,
): Promise<Bundle> {
  const { build } = await import('esbuild');
  const entries = requests.map((_, index) => `  () => import('entry:${index}'),\n`).join('');
  const result: BuildResult<{ write: false; metafile: true }> = await build({
    ...BUNDLE_OPTIONS,
    stdin: { contents: `export const files = [\n${entries}];`, resolveDir: root, sourcefile: 'files' },
    absWorkingDir: root,
    outfile: `${root}/procedures.js`,
    sourcemap: withSourceMap ? 'external' : false,
    plugins: [
      {
        name: 'entries',
        setup(plugin) {
          plugin.onResolve({ filter: /^entry:\d+$/ }, ({ path }) => ({ path, namespace: 'entry' }));
          plugin.onLoad({ filter: /.*/, namespace: 'entry' }, ({ path }) => {
            const request = requests[Number(path.slice('entry:'.length))] as ImportRequest;
            const names = request.exportNames.map((name) => JSON.stringify(name)).join(', ');
            const contents = `export { ${names} } from ${JSON.stringify(request.path)};`;
            return { contents, resolveDir: root };
          });
        },
      },
      projectModules({
        sources,
        failing: findings.packages,
        hasNoSideEffects: true,
        packages: 'url',
        transform: async (path) => {
          const source = await sources.read(path);
          const [fault] = source ? listSyntaxErrors(source) : [];
          if (fault) findings.modules.set(path, { reason: fault.message, line: fault });
          const refused = findings.modules.get(path);
          if (refused) return printThrowingModule(refused.reason);
          return source && isolateModule(source.tree, fileUrl(path), findings.live);
        },
      }),
    ],
  });
  const textOf = (ending: string) => result.outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  return { text: textOf('.js'), sourceMap: textOf('.map'), metafile: result.metafile };
}

/** Imports each package that the bundle needs, one by one: one that throws would take the whole bundle with it. */
async function findFailingPackages(host: Host, metafile: Metafile, findings: Findings): Promise<void> {
  const urls = new Set(
    Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path)),
  );
  for (const url of urls) {
    if (!url.startsWith('file:')) continue;
    try {
      await host.importUrl(url);
    } catch (error) {
      const name = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/.exec(url)?.[1] ?? url;
      findings.packages.set(url, `The package ${JSON.stringify(name)} failed: ${describe(error)}`);
    }
  }
}

function describe(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0] ?? '';
}

function fileUrl(path: string): string {
  return new URL(`file://${path.startsWith('/') ? '' : '/'}${encodeURI(path)}`).href;
}

/** What esbuild says of a source it cannot bundle. */
export function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && Array.isArray((error as Partial<BuildFailure>).errors);
}
