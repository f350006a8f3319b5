import type { ApiModel } from '../../model/api-model.js';
import { GENERATED_MARK, type OutputFile } from '../../model/output-file.js';
import { listPrinted, type PrintedParts } from './printed-parts.js';
import { findRoutesPath } from './routes/find-routes-path.js';
import { printData } from './typescript/print-literal.js';

/** The texts of generated files by path relative to the project. */
export type PrintedTexts = ReadonlyMap<string, string>;

/** What was printed, of which some items are others now: of both the models alone, with the same names in the same order. */
export interface ReplacedItems {
  readonly before: ApiModel;
  readonly after: ApiModel;
}

export interface ReprintedFiles {
  /** Relative to the project, as if all of them had been printed. */
  readonly all: readonly OutputFile[];
  readonly routes: OutputFile;
}

/**
 * Prints files by the package's own templates once more, with what is printed of some items in the place of what was: where
 * that stands in a file once, nothing else in it is another. Null where it does not, or where there are other files.
 */
export function reprintFiles(
  printed: PrintedTexts,
  { out }: { readonly out: string },
  { before, after }: ReplacedItems,
): ReprintedFiles | null {
  const [client, openapi, routes] = [`${out}/client.ts`, `${out}/openapi.json`, findRoutesPath({ out })];
  const [old, now] = [listPieces(before), listPieces(after)];
  if (printed.size !== 3 || old.fixed !== now.fixed) return null;
  const reprint = (path: string, kind: 'client' | 'openapi' | 'routes') =>
    replacePieces(printed.get(path), old[kind], now[kind]);
  const texts = [reprint(client, 'client'), reprint(openapi, 'openapi'), reprint(routes, 'routes')] as const;
  if (texts[0] === null || texts[1] === null || texts[2] === null) return null;
  const table = { path: routes, text: texts[2], mark: GENERATED_MARK };
  const all = [
    { path: client, text: texts[0], mark: GENERATED_MARK },
    { path: openapi, text: texts[1] },
    table,
  ];
  return { all, routes: table };
}

/** What is printed of items as it stands in the files; and `fixed`, what has them stand there otherwise. */
function listPieces(model: ApiModel) {
  const { operations, routes, functions, methods, schemas, declarations }: PrintedParts = listPrinted(model);
  const own = functions.flatMap(({ result, comment, parameters, row }) => [
    ...[result, comment, parameters, printData(row)],
  ]);
  const fixed = functions.map(({ name, resultType, input, isLong }) => [name, resultType, input, isLong]);
  const named = schemas.map((text, index) => `${JSON.stringify(model.schemas[index]?.name)}: ${text}`);
  return {
    client: [...declarations, ...own, ...methods],
    openapi: [...operations, ...named],
    routes,
    fixed: JSON.stringify(fixed),
  };
}

/** So many take as long to find as it takes to print everything. */
const MOST_PIECES = 40;

function replacePieces(
  text: string | undefined,
  old: readonly string[],
  now: readonly string[],
): string | null {
  if (text === undefined || old.length !== now.length) return null;
  const changed = old.flatMap((piece, index) => (piece === now[index] ? [] : [[piece, now[index] ?? '']]));
  if (changed.length > MOST_PIECES) return null;
  return changed.reduce<string | null>(
    (whole, [piece = '', other = '']) => whole && replaceOnce(whole, piece, other),
    text,
  );
}

/** Null unless `piece` stands in the text once. */
function replaceOnce(text: string, piece: string, other: string): string | null {
  const at = piece === '' ? -1 : text.indexOf(piece);
  if (at === -1 || text.indexOf(piece, at + 1) !== -1) return null;
  return text.slice(0, at) + other + text.slice(at + piece.length);
}
