import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { type Place, startOf } from '../place.js';
import { listImports } from '../read/list-imports.js';
import { relativeTo } from '../read/source-cache.js';
import type { ImportContext, ImportFailure } from './import-isolated.js';

/** A fault of a file whose modules throw when the schemas are made: at the import that leads to what throws. */
export async function reportFailingImport(
  context: ImportContext,
  file: string,
  failure: ImportFailure,
): Promise<Diagnostic> {
  const way = failure.chain.length > 1 ? ` (${failure.chain.join(' → ')})` : '';
  const message = `This file cannot be imported: ${failure.reason}${way}`;
  const help = failure.reason.startsWith('Cannot find "')
    ? 'Mend the path, or install the package.'
    : undefined;
  const place = await findPlace(context, file, failure);
  return createDiagnostic('failing-import', place, message, help === undefined ? {} : { help });
}

async function findPlace(
  { root, sources }: ImportContext,
  file: string,
  { chain: [, next], reason }: ImportFailure,
): Promise<Place> {
  const path = `${root}/${file}`;
  const source = await sources.read(path);
  for (const { specifier, place } of source ? listImports(source) : []) {
    const target = specifier.startsWith('.') ? await sources.resolve(path, specifier) : null;
    const leadsOn = target !== null && relativeTo(root, target) === next;
    if (leadsOn || (next === undefined && reason.includes(JSON.stringify(specifier)))) return place;
  }
  return startOf(file);
}
