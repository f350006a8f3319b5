import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { listImports } from '../parse/list-imports.js';
import type { ModuleSyntax } from '../parse/module-syntax.js';
import { type Place, startOf } from '../place.js';
import { relativeTo } from '../relative-path.js';
import type { ImportFailure } from './evaluate-exports.js';
import type { EvaluationContext } from './evaluation-context.js';
import { placeOfLine } from './place-of-line.js';

/** A fault of a file whose modules throw when the schemas are made: at its own line, or the import that leads on. */
export function reportFailingImport(
  context: EvaluationContext,
  file: string,
  failure: ImportFailure,
): Diagnostic {
  const message = `This file cannot be imported: ${failure.reason}${describeWay(file, failure)}`;
  const isMissing = failure.reason.startsWith('Cannot find "');
  const help = isMissing ? 'Fix the path, or install the package.' : failure.help;
  const place = findPlace(context, file, failure);
  return createDiagnostic('failing-import', place, message, help === undefined ? {} : { help });
}

/** The chain of imports, and the line that threw unless it is the place of the fault. */
function describeWay(file: string, { chain, lines: [thrown] }: ImportFailure): string {
  const modules = chain.length > 1 ? chain.join(' → ') : '';
  if (!thrown || thrown.file === file) return modules && ` (${modules})`;
  const at = `${thrown.file}:${thrown.line}`;
  if (thrown.file === chain.at(-1)) return ` (${modules}:${thrown.line})`;
  return modules ? ` (${modules}; thrown at ${at})` : ` (thrown at ${at})`;
}

function findPlace(
  { root, sources }: EvaluationContext,
  file: string,
  { chain: [, next], reason, lines }: ImportFailure,
): Place {
  const path = `${root}/${file}`;
  const source = sources.parse(path);
  if (!source) return startOf(file);
  for (const { specifier, place } of listImports(source)) {
    const target = specifier.startsWith('.') ? sources.resolve(path, specifier) : null;
    const leadsOn = target !== null && relativeTo(root, target) === next;
    if (leadsOn || (next === undefined && reason.includes(JSON.stringify(specifier)))) return place;
  }
  return placeOfOwnLine(source, lines) ?? startOf(file);
}

function placeOfOwnLine(source: ModuleSyntax, lines: ImportFailure['lines']): Place | undefined {
  const own = lines.find(({ file }) => file === source.file);
  return own && placeOfLine(source, own);
}
