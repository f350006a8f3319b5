import { setImmediate } from 'node:timers/promises';
import { EarlyUses, keyOf } from '../evaluate/early-uses.js';
import { type EvaluationFailure, LazyModules } from '../evaluate/lazy-modules.js';
import { UnavailableError } from '../evaluate/pending.js';
import { StatementOrder } from '../evaluate/statement-order.js';
import { keepsToItself } from '../parse/keeps-to-itself.js';
import { relativeTo } from '../relative-path.js';
import { suggestName } from '../suggest-name.js';
import { describeThrown } from './describe-thrown.js';
import type { ImportContext } from './import-context.js';
import type { Exports, ImportRequest, Settle } from './import-request.js';
import { type SourceLine, traceLines } from './trace-lines.js';
import { transformModule } from './transform-module.js';

export type ImportOutcome<Digest = unknown> = ImportedFile<Digest> | ImportFailure;

export interface ImportedFile<Digest = unknown> {
  /** What it exports; null where a digest was made of that. */
  readonly values: Exports | null;
  readonly digest?: Digest;
  /**
   * The files of the project's own that it was made of so far, itself included: absolute, with `/`. Getters of schemas
   * may ask for more when they are looked at.
   */
  listModules(): readonly string[];
}

export interface ImportFailure {
  /** What was thrown, in one line. */
  readonly reason: string;
  /** The modules from the file down to the one that threw, relative to the project. */
  readonly chain: readonly string[];
  /** The lines it was thrown through, the innermost first; none where nothing was run. */
  readonly lines: readonly SourceLine[];
  /** What to do about it, where that is known. */
  readonly help?: string;
}

/** What files came to, in the order of the requests. */
export interface Imported<Digest> {
  readonly outcomes: readonly ImportOutcome<Digest>[];
  readonly settle: Settle;
}

/**
 * Imports files as a build may: handlers cut out, and of everything else only what their exports need, so that one that
 * throws loses itself only.
 */
export async function importIsolated<Digest>(
  context: ImportContext,
  requests: readonly ImportRequest<Digest>[],
  unmet: ReadonlySet<string> = new Set(),
  statementOrder = new StatementOrder(),
): Promise<Imported<Digest>> {
  const { host } = context;
  const earlyUses = new EarlyUses();
  const { size } = statementOrder;
  const modules = new LazyModules({
    sources: context.sources,
    importUrl: host.importUrl,
    transform: (source, path) => transformModule(source, path),
    earlyUses,
    statementOrder,
    unmet,
  });
  const settle: Settle = (look) => modules.settle(look);
  const outcomes: ImportOutcome<Digest>[] = [];
  const digested = new Set<string>();
  let isShared = false;
  for (const { path, listExports, digest } of requests) {
    // What else goes on in this thread, such as the bundling of the server, is answered in between.
    await setImmediate();
    const evaluated = await evaluateFile(modules, path, await listExports());
    if ('failure' in evaluated) {
      outcomes.push(await explain(context, modules, evaluated.failure));
      continue;
    }
    const { values } = evaluated;
    const used = modules.listUsed(path);
    const isAlone = used.length === 1 && keepsToItself(modules.findText(path) ?? '');
    if (!digest || !isAlone) outcomes.push({ values, listModules: () => modules.listUsed(path) });
    else {
      outcomes.push({ values: null, digest: await digest(values, settle), listModules: () => used });
      // A getter of a schema may have asked for more when it was looked at.
      isShared ||= modules.listUsed(path).length > 1;
      modules.release(path);
      digested.add(path);
    }
  }
  // A module that others ask for after it was digested, or one that may change what was made before: then all has to live.
  isShared ||= [...digested].some((path) => modules.findText(path) !== null);
  if (digested.size > 0 && (isShared || !modules.listTexts().every(keepsToItself))) {
    return importIsolated(context, requests.map(withoutDigest), unmet, statementOrder);
  }
  // What Node would not have had by then, nobody is to have.
  const early = earlyUses.list(requests.map(({ path }) => path)).map(keyOf);
  if (early.some((use) => !unmet.has(use)) || statementOrder.size > size) {
    const wanted = requests.map(withoutDigest);
    return importIsolated(context, wanted, new Set([...unmet, ...early]), statementOrder);
  }
  return { outcomes, settle };
}

function withoutDigest({ path, listExports }: ImportRequest): ImportRequest<never> {
  return { path, listExports };
}

async function evaluateFile(
  modules: LazyModules,
  path: string,
  names: readonly string[],
): Promise<{ readonly values: Exports } | { readonly failure: EvaluationFailure }> {
  const values: Record<string, unknown> = {};
  for (const name of names) {
    const evaluated = await modules.get(path, name);
    if ('failure' in evaluated) return evaluated;
    values[name] = evaluated.value;
  }
  return { values };
}

async function explain(
  context: ImportContext,
  modules: LazyModules,
  { error, chain, part }: EvaluationFailure,
): Promise<ImportFailure> {
  const { root, sources } = context;
  const names = chain.map((path) => relativeTo(root, path));
  if (!(error instanceof UnavailableError)) {
    const lines = traceLines(error, part, { root, findText: (path) => modules.findText(path) });
    return { reason: describeThrown(error), chain: names, lines };
  }
  const { place, missing, message: reason } = error;
  if (!place) return { reason, chain: names, lines: [] };
  const line = lineAt(context, modules, place);
  if (missing) {
    const fix = reason.startsWith('procgen') ? '' : 'Fix the name, or export it there. ';
    const help = `${fix}${suggestName(missing.name, missing.exports)}`.trim();
    return { reason, chain: names, lines: [line], help };
  }
  // TypeScript's words for what does not parse, where it has any.
  const isJson = place.path.endsWith('.json');
  const module = isJson ? null : sources.parse(place.path);
  if (module && module.errors.length > 0) {
    const { listSyntaxErrors } = await import('../locations/list-syntax-errors.js');
    const [fault] = listSyntaxErrors(module);
    if (fault) return { reason: fault.message, chain: names, lines: [fault] };
  }
  return { reason, chain: isJson ? [...names, line.file] : names, lines: [line] };
}

function lineAt(
  { host, root }: ImportContext,
  modules: LazyModules,
  { path, start, end = start }: { readonly path: string; readonly start: number; readonly end?: number },
): SourceLine {
  const text = modules.findText(path) ?? host.readFile(path) ?? '';
  const before = text.slice(0, start).split('\n');
  return {
    file: relativeTo(root, path),
    line: before.length,
    ran: (before.at(-1) ?? '') + text.slice(start, end),
  };
}
