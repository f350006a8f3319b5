import { keepsToItself } from '../read/keeps-to-itself.js';
import { relativeTo } from '../read/source-cache.js';
import { bundleAvailable, bundleRunnable, type FoundBundle } from './bundle-available.js';
import { type Bundle, bundleLazily, createFindings, type Findings } from './bundle-lazily.js';
import { describeThrown } from './describe-thrown.js';
import type { ImportContext } from './import-context.js';
import type { Exports, ImportRequest } from './import-request.js';
import type { MadeFile, RunBatch } from './inlined-modules.js';
import { listModules } from './list-modules.js';
import { isRunTime } from './project-modules.js';
import { runBatch } from './run-batch.js';
import { type SourceLine, traceImports, traceLines } from './trace-failure.js';

export type ImportOutcome<Digest = unknown> = ImportedFile<Digest> | ImportFailure;

export interface ImportedFile<Digest = unknown> extends MadeFile<Digest> {
  /** The project's own modules that were run, or looked at, for it, itself included: absolute, with `/`. */
  readonly modules: readonly string[];
}

export interface ImportFailure {
  /** What was thrown, in one line. */
  readonly reason: string;
  /** The modules from the file down to the one that threw, relative to the project. */
  readonly chain: readonly string[];
  /** The lines it was thrown through, the innermost first; none where nothing was run. */
  readonly lines: readonly SourceLine[];
}

/** Files that are being bundled, and have not been run. */
export interface BegunBundle {
  readonly findings: Findings;
  readonly bundle: Promise<Bundle>;
}

export interface ImportOptions {
  /** The bundle of the same requests, where it was begun already. */
  readonly begun?: BegunBundle | undefined;
  /** Told when everything has been read, and is only to be run, and waited for. */
  readonly onBundled?: (() => Promise<void> | undefined) | undefined;
}

/**
 * Begins to bundle what is requested. `run` runs what can be run while the rest is being read. Who waits for the bundle hears of a
 * failure, and so nobody has to.
 */
export function beginBundle(
  context: ImportContext,
  requests: readonly ImportRequest[],
  { findings = createFindings(), run }: { readonly findings?: Findings; readonly run?: RunBatch } = {},
): BegunBundle {
  const bundle = bundleAvailable(context, requests, { findings, run });
  bundle.catch(() => {});
  return { findings, bundle };
}

/**
 * Imports files as a build may: handlers cut out, what no schema reaches left out, each file in a function of its own, so that
 * one that throws loses itself only. Outcomes come in the order of the requests.
 */
export async function importIsolated<Digest>(
  context: ImportContext,
  requests: readonly ImportRequest<Digest>[],
  { begun, onBundled }: ImportOptions = {},
): Promise<readonly ImportOutcome<Digest>[]> {
  if (requests.length === 0) return [];
  const run: RunBatch = (batch) => runBatch(context.host, batch);
  const { findings, bundle } = begun ?? beginBundle(context, requests, { run });
  const found = await bundleRunnable(context, requests, { findings, bundle: await bundle });
  const isDigested = findings.made.size > 0 && requests.some(({ digest }) => digest);
  if (isDigested && !keepsToItself(found.bundle.text)) {
    // What is about to run may change, or look at, what was made before: then all of that has to be there.
    const whole = requests.map(({ path, listExports }) => ({ path, listExports }));
    return importIsolated(context, whole, { onBundled });
  }
  await onBundled?.();
  const outcomes = await runBundle(context, requests, found);
  if (outcomes) return outcomes;
  findings.isApart = true;
  const apart = await bundleAvailable(context, requests, { findings });
  const foundApart = await bundleRunnable(context, requests, { findings, bundle: apart });
  return (await runBundle(context, requests, foundApart)) ?? [];
}

/** Null where something fails that is not a module of its own: then it is not plain what, and for whom. */
async function runBundle<Digest>(
  context: ImportContext,
  requests: readonly ImportRequest<Digest>[],
  { findings, bundle }: FoundBundle,
): Promise<readonly ImportOutcome<Digest>[] | null> {
  const made = [...findings.made].flatMap(([index, values]) => (bundle.isInlined(index) ? [values] : []));
  // Known before any module is run.
  if ((await Promise.allSettled(made)).some(({ status }) => status === 'rejected')) return null;
  const running = context.host.importText(bundle.text).catch((error: unknown) => {
    if (findings.isApart) throw error;
    return null;
  });
  const ran = (await running) as {
    readonly files: readonly ((() => object | Promise<object>) | null)[];
  } | null;
  if (!ran) return null;
  const outcomes: ImportOutcome<Digest>[] = [];
  let sourceMap: string | undefined;
  for (const [index, request] of requests.entries()) {
    try {
      const early = bundle.isInlined(index) ? findings.made.get(index) : undefined;
      const made = (await early) ?? { values: (await ran.files[index]?.()) as Exports };
      const file = relativeTo(context.root, request.path);
      const modules = listModules(bundle.metafile, context.root, file);
      outcomes.push({ ...(made as MadeFile<Digest>), modules });
    } catch (error) {
      if (bundle.isInlined(index)) return null;
      const chain = traceImports(bundle, relativeTo(context.root, request.path), error);
      const refused = findings.modules.get(`${context.root}/${chain.at(-1)}`);
      // Only a failure is worth a source map: the same bundle once more.
      sourceMap ??= (await bundleLazily(context, requests, { findings, withSourceMap: true })).sourceMap;
      const lines = refused
        ? [refused.line]
        : isRunTime(error)
          ? traceLines({ ...bundle, sourceMap }, error)
          : [];
      outcomes.push({ reason: describeThrown(error), chain, lines });
    }
  }
  return outcomes;
}
