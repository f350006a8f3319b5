import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { type Place, startOf } from '../place.js';
import { placeOfLine } from '../read/place-of-line.js';
import type { ReadModule } from '../read/read-module.js';
import { absolute, relativeTo } from '../read/source-cache.js';
import { suggestName } from '../suggest-name.js';
import type { ImportContext } from './import-context.js';
import type { ImportFailure } from './import-isolated.js';
import { isBlamed, listImportedNames } from './imported-names.js';

/** A fault of a file whose modules throw when the schemas are made: at its own line, or the import that leads on. */
export async function reportFailingImport(
  context: ImportContext,
  file: string,
  thrown: ImportFailure,
): Promise<Diagnostic> {
  const failure = await explainFailure(context, file, thrown);
  const message = `This file cannot be imported: ${failure.reason}${describeWay(file, failure)}`;
  const help = failure.help ?? (await findHelp(context, failure.reason));
  const place = await findPlace(context, file, failure);
  return createDiagnostic('failing-import', place, message, help === undefined ? {} : { help });
}

/** The failure itself, or that a name is unknown to procgen, which is why it came about. */
async function explainFailure(
  { host, root, sources }: ImportContext,
  file: string,
  failure: ImportFailure,
): Promise<ImportFailure & { readonly help?: string }> {
  const thrower = failure.chain.at(-1) ?? file;
  const text = (await sources.readText(absolute(root, thrower))) ?? '';
  const blamed = listImportedNames(text).filter(({ local }) => isBlamed(local, failure.reason, text));
  if (blamed.length === 0) return failure;
  const { href } = pathToFileURL(createRequire(import.meta.url).resolve('procgen'));
  const exports = Object.keys(await host.importUrl(href)).sort();
  const unknown = blamed.find(({ name }) => !exports.includes(name));
  if (!unknown) return failure;
  const { name, line, ran } = unknown;
  const reason = `procgen has no export "${name}".`;
  return {
    ...failure,
    reason,
    lines: [{ file: thrower, line, ran }, ...failure.lines],
    help: suggestName(name, exports),
  };
}

/** The chain of imports, and the line that threw unless it is the place of the fault. */
function describeWay(file: string, { chain, lines: [thrown] }: ImportFailure): string {
  const modules = chain.length > 1 ? chain.join(' → ') : '';
  if (!thrown || thrown.file === file) return modules && ` (${modules})`;
  const at = `${thrown.file}:${thrown.line}`;
  if (thrown.file === chain.at(-1)) return ` (${modules}:${thrown.line})`;
  return modules ? ` (${modules}; thrown at ${at})` : ` (thrown at ${at})`;
}

async function findHelp({ root, sources }: ImportContext, reason: string): Promise<string | undefined> {
  if (reason.startsWith('Cannot find "')) return 'Fix the path, or install the package.';
  const [, file, name = ''] = /^No matching export in "(.+)" for import "(.+)"/.exec(reason) ?? [];
  if (file === undefined) return undefined;
  const { exports } = (await sources.read(absolute(root, file))) ?? {};
  return `Fix the name, or export it there. ${suggestName(name, exports ?? [])}`.trim();
}

async function findPlace(
  { root, sources }: ImportContext,
  file: string,
  { chain: [, next], reason, lines }: ImportFailure,
): Promise<Place> {
  const path = `${root}/${file}`;
  const source = await sources.read(path);
  if (!source) return startOf(file);
  for (const { specifier, place } of source.imports) {
    const target = specifier.startsWith('.') ? await sources.resolve(path, specifier) : null;
    const leadsOn = target !== null && relativeTo(root, target) === next;
    if (leadsOn || (next === undefined && reason.includes(JSON.stringify(specifier)))) return place;
  }
  return placeOfOwnLine(source, lines) ?? startOf(file);
}

function placeOfOwnLine(source: ReadModule, lines: ImportFailure['lines']): Place | undefined {
  const own = lines.find(({ file }) => file === source.file);
  return own && placeOfLine(source, own);
}
