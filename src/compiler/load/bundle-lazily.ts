import type { BuildResult, Metafile } from 'esbuild';
import { isolateModule } from '../read/isolate-module.js';
import { listSyntaxErrors } from '../read/parse-source.js';
import type { SourceCache } from '../read/source-cache.js';
import { BUNDLE_OPTIONS } from './bundle-options.js';
import { esbuild } from './esbuild.js';
import { printThrowingModule, projectModules, WITHOUT_QUESTION } from './project-modules.js';
import type { SourceLine } from './trace-failure.js';

/** What to import of one file: the named exports only, so that the rest of it can fall away. */
export interface ImportRequest {
  /** Absolute, with `/`. */
  readonly path: string;
  readonly exportNames: readonly string[];
}

export interface Bundle {
  readonly text: string;
  readonly sourceMap: string;
  readonly metafile: Metafile;
}

/** What is found out bundle by bundle. */
export interface Findings {
  /** Packages that cannot be imported, by URL, with the reason. */
  readonly packages: Map<string, string>;
  /** The project's own modules that cannot be bundled, by path, with the reason. */
  readonly modules: Map<string, { readonly reason: string; readonly line: SourceLine }>;
  /** What has to stay although it awaits, or is changed after it was made. */
  readonly live: Set<string>;
}

/** Bundles files as a build may run them, each behind a lazy import: `files`, functions in the order of the requests. */
export async function bundleLazily(
  { root, sources }: { readonly root: string; readonly sources: SourceCache },
  requests: readonly ImportRequest[],
  findings: Findings,
  withSourceMap = false,
): Promise<Bundle> {
  const entries = requests
    .map((request) => `  () => import(${JSON.stringify(printEntry(request))}),\n`)
    .join('');
  const result: BuildResult<{ write: false; metafile: true }> = await esbuild.build({
    ...BUNDLE_OPTIONS,
    stdin: { contents: `export const files = [\n${entries}];`, resolveDir: root, sourcefile: 'files' },
    absWorkingDir: root,
    outfile: `${root}/procedures.js`,
    sourcemap: withSourceMap ? 'external' : false,
    external: WITHOUT_QUESTION.url,
    plugins: [
      projectModules({
        sources,
        failing: findings.packages,
        hasNoSideEffects: true,
        packages: 'url',
        transform: (path, urlOf) => isolate({ path, urlOf }, sources, findings),
      }),
    ],
  });
  const textOf = (ending: string) => result.outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  return { text: textOf('.js'), sourceMap: textOf('.map'), metafile: result.metafile };
}

/** A module that exports what is asked for and nothing else. */
function printEntry({ path, exportNames }: ImportRequest): string {
  const names = exportNames.map((name) => JSON.stringify(name)).join(',');
  return `data:text/javascript,${encodeURIComponent(`export{${names}}from${JSON.stringify(path)}`)}`;
}

interface BundledModule {
  readonly path: string;
  readonly urlOf: (specifier: string) => Promise<string | null>;
}

async function isolate(
  { path, urlOf }: BundledModule,
  sources: SourceCache,
  findings: Findings,
): Promise<string | null> {
  const source = await sources.read(path);
  const [fault] = source ? listSyntaxErrors(source) : [];
  if (fault) findings.modules.set(path, { reason: fault.message, line: fault });
  const refused = findings.modules.get(path);
  if (refused) return printThrowingModule(refused.reason);
  if (!source) return null;
  const urls = new Map<string, string | null>();
  for (const specifier of ['procgen', 'zod']) {
    if (source.tree.text.includes(specifier)) urls.set(specifier, await urlOf(specifier));
  }
  return isolateModule(source.tree, fileUrl(path), { live: findings.live, urls });
}

function fileUrl(path: string): string {
  return new URL(`file://${path.startsWith('/') ? '' : '/'}${encodeURI(path)}`).href;
}
