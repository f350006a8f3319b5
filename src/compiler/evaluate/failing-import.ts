import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { listImports } from '../parse/list-imports.js';
import type { ModuleSyntax } from '../parse/module-syntax.js';
import { type Place, startOf } from '../place.js';
import { relativeTo } from '../relative-path.js';
import type { ImportFailure } from './evaluate-exports.js';
import type { EvaluationContext } from './evaluation-context.js';
import { placeOfLine } from './place-of-line.js';

/**
 * The error of a file whose modules throw when the schemas are made: at its own line, or at the import that leads on. `help` is
 * for what a module throws.
 */
export function reportFailingImport(
  context: EvaluationContext,
  file: string,
  failure: ImportFailure,
  help?: string,
): Diagnostic {
  const { chain, place } = failure;
  const message =
    chain[0] === file ? `This file cannot be imported: ${describe(file, failure)}` : failure.reason;
  const isElsewhere = place !== undefined && place.file !== chain[0];
  const related = isElsewhere ? { related: { ...place, message: 'The error is here.' } } : {};
  const at = findPlace(context, file, failure);
  return createDiagnostic('failing-import', at, message, { help: failure.help ?? help, ...related });
}

/** The same of a file that the configuration names at `place`. */
export function reportFailingSetup(
  context: EvaluationContext,
  { file, place }: { readonly file: string; readonly place: Place },
  failure: ImportFailure,
): Diagnostic {
  const message = `${JSON.stringify(file)} cannot be imported: ${describe(file, failure)}`;
  const at = failure.place ?? findPlace(context, file, failure);
  const related = { ...at, message: 'The error is here.' };
  return createDiagnostic('failing-import', place, message, { help: failure.help, related });
}

/** Why, by which imports, and the line that threw unless it is the place of the error. */
function describe(file: string, { reason, chain, place, lines: [thrown] }: ImportFailure): string {
  const modules = chain.length > 1 ? chain.join(' → ') : '';
  const at = place ?? thrown;
  if (!at || at.file === file) return modules ? `${reason} (${modules})` : reason;
  if (at.file === chain.at(-1)) return `${reason} (${modules}:${at.line})`;
  const line = `thrown at ${at.file}:${at.line}`;
  return modules ? `${reason} (${modules}; ${line})` : `${reason} (${line})`;
}

function findPlace({ root, sources }: EvaluationContext, file: string, failure: ImportFailure): Place {
  const [first, next] = failure.chain;
  if (failure.place && failure.place.file === first) return failure.place;
  const path = `${root}/${file}`;
  const source = sources.parse(path);
  if (!source) return startOf(file);
  const way = listImports(source).find(({ specifier }) => {
    const target = next === undefined ? null : sources.resolve(path, specifier);
    return target !== null && relativeTo(root, target) === next;
  });
  return way?.place ?? placeOfOwnLine(source, failure.lines) ?? startOf(file);
}

function placeOfOwnLine(source: ModuleSyntax, lines: ImportFailure['lines']): Place | undefined {
  const own = lines.find(({ file }) => file === source.file);
  return own && placeOfLine(source, own);
}
