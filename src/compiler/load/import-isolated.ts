import type { BuildFailure, BuildResult, Metafile } from 'esbuild';
import type { Host } from '../host.js';
import { isolateModule } from '../read/isolate-module.js';
import { listMarks } from '../read/live-values.js';
import { listSyntaxErrors } from '../read/parse-source.js';
import { relativeTo, type SourceCache } from '../read/source-cache.js';
import { printThrowingModule, projectModules } from './project-modules.js';

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
  for (const [index, request] of requests.entries()) {
    try {
      outcomes.push({ values: (await files[index]?.()) as Readonly<Record<string, unknown>> });
    } catch (error) {
      const modules = importChain(bundle.metafile, relativeTo(context.root, request.path), error);
      outcomes.push({ reason: describe(error), chain: modules });
    }
  }
  return outcomes;
}

interface Bundle {
  readonly text: string;
  readonly metafile: Metafile;
}

/** What is found out bundle by bundle. */
interface Findings {
  /** Packages that cannot be imported, by URL, with the reason. */
  readonly packages: Map<string, string>;
  /** The project's own modules that cannot be bundled, by path, with the reason. */
  readonly modules: Map<string, string>;
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
        const place = `${location?.file}:${location?.line}`;
        findings.modules.set(`${context.root}/${location?.file}`, `${text} (${place})`);
      }
      if (findings.modules.size === before) throw error;
    }
  }
}

async function bundleLazily(
  { root, sources }: ImportContext,
  requests: readonly ImportRequest[],
  findings: Findings,
): Promise<Bundle> {
  const { build } = await import('esbuild');
  const entries = requests.map((_, index) => `  () => import('entry:${index}'),\n`).join('');
  const result: BuildResult<{ write: false; metafile: true }> = await build({
    stdin: { contents: `export const files = [\n${entries}];`, resolveDir: root, sourcefile: 'files' },
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Node's own conditions; esbuild would add `module`, and two copies of a package with it.
    conditions: [],
    logLevel: 'silent',
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
          const reason = fault
            ? `${fault.message} (${fault.file}:${fault.line})`
            : findings.modules.get(path);
          if (reason !== undefined) return printThrowingModule(reason);
          return source && isolateModule(source.tree, fileUrl(path), findings.live);
        },
      }),
    ],
  });
  return { text: result.outputFiles[0]?.text ?? '', metafile: result.metafile };
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

/**
 * The shortest way by imports from `file` to the module that threw. esbuild names the initializer of a module by
 * the module's path, which is how a stack trace tells it.
 */
function importChain(metafile: Metafile, file: string, error: unknown): string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const thrower = firstFrame(stack, Object.keys(metafile.inputs));
  if (thrower === undefined) return [file];
  const cameFrom = new Map<string, string | null>([[file, null]]);
  const queue = [file];
  for (let current = queue.shift(); current !== undefined; current = queue.shift()) {
    if (current === thrower) break;
    for (const { path } of metafile.inputs[current]?.imports ?? []) {
      if (cameFrom.has(path) || metafile.inputs[path] === undefined) continue;
      cameFrom.set(path, current);
      queue.push(path);
    }
  }
  if (!cameFrom.has(thrower)) return [file];
  const chain: string[] = [];
  for (let at: string | null | undefined = thrower; at !== null && at !== undefined; at = cameFrom.get(at)) {
    if (!at.startsWith('throwing:')) chain.unshift(at);
  }
  return chain;
}

function firstFrame(stack: string, inputs: readonly string[]): string | undefined {
  const known = new Set(inputs);
  for (const line of stack.split('\n')) {
    const name = /^\s+at (?:async )?(.+) \(/.exec(line)?.[1];
    if (name !== undefined && known.has(name)) return name;
  }
  return undefined;
}

function describe(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0] ?? '';
}

function fileUrl(path: string): string {
  return new URL(`file://${path.startsWith('/') ? '' : '/'}${encodeURI(path)}`).href;
}

/** What esbuild says of a source it cannot bundle. */
function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && Array.isArray((error as Partial<BuildFailure>).errors);
}
