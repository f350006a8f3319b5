import { relativeTo } from '../relative-path.js';
import { suggestName } from '../suggest-name.js';
import { describeThrown } from './describe-thrown.js';
import type { EvaluationContext } from './evaluation-context.js';
import type { EvaluationFailure, LazyModules } from './lazy-modules.js';
import { UnavailableError } from './pending.js';
import { type SourceLine, traceLines } from './trace-lines.js';

/** What a module exports, by name. */
export type Exports = Readonly<Record<string, unknown>>;

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

/** Evaluates exports of a module as a build may: handlers cut out, and of everything else only what these need. */
export async function evaluateExports(
  context: EvaluationContext,
  modules: LazyModules,
  { path, names }: { readonly path: string; readonly names: readonly string[] },
): Promise<{ readonly values: Exports } | { readonly failure: ImportFailure }> {
  const values: Record<string, unknown> = Object.create(null);
  for (const name of names) {
    const evaluated = await modules.get(path, name);
    if ('failure' in evaluated) return { failure: await explain(context, modules, evaluated.failure) };
    values[name] = evaluated.value;
  }
  return { values };
}
async function explain(
  context: EvaluationContext,
  modules: LazyModules,
  { error, chain, part }: EvaluationFailure,
): Promise<ImportFailure> {
  const { root, sources } = context;
  const names = chain.map((path) => relativeTo(root, path));
  if (!(error instanceof UnavailableError)) {
    const lines = traceLines(error, part, { root, findText: (path) => modules.findNotedText(path) });
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
  { host, root }: EvaluationContext,
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
