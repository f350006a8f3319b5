import type { KeptBuild, KeptItems } from '../../compiler/incremental/kept-build.js';
import { KeptList } from '../../compiler/incremental/kept-list.js';
import { remember } from '../../compiler/remember.js';
import { isJson } from './is-json.js';
import { findLines, type ItemLines, printLines } from './item-lines.js';
import type { KeptState } from './kept-builds.js';

/** Of the layout of head and items: another one is not read. */
export const KEPT_VERSION = 3;

/** What the head says. */
export interface KeptHead {
  readonly version: typeof KEPT_VERSION;
  readonly kept: Omit<KeptBuild, 'items'>;
}

/** A line of JSON of what is small, or is known last; null where JSON would change something of it. */
export function printKeptHead({ kept }: KeptState): string | null {
  const { items: _items, ...own } = kept;
  const head: KeptHead = { version: KEPT_VERSION, kept: own };
  return isJson(head) ? JSON.stringify(head) : null;
}

type ItemKind = keyof KeptItems;
type ItemNames = Readonly<Record<ItemKind, readonly string[]>>;
type LinesByKind = Readonly<Record<ItemKind, ItemLines>>;

const ITEM_KINDS = ['files', 'components', 'procedures', 'schemas', 'types'] as const satisfies ItemKind[];

/** The lines of items that were printed, or read, all at once, by the list of their files as it was then. */
const linesOf = new WeakMap<object, LinesByKind>();

/** The items that were read, with their texts. */
const itemTexts = new WeakMap<object, string>();

/**
 * A line of their names, and a line of JSON of each item, kind by kind, in pieces that are put together when they are asked for.
 * Null where JSON would change something of one. What was printed or read and stays is not printed again.
 */
export function printKeptItems(kept: KeptBuild): Iterable<string | Buffer> | null {
  const printed = printOnce(kept);
  return printed && joinPieces(kept.items, printed);
}

interface PrintedItems {
  readonly base: LinesByKind;
  /** What stands in the place of others, by place. */
  readonly replaced: Readonly<Record<ItemKind, ReadonlyMap<number, string>>>;
}

const printOnce = remember(({ items }: KeptBuild): PrintedItems | null => {
  const base = linesOf.get(items.files.base) ?? printBase(items);
  const replaced = eachKind(
    (kind) => new Map([...items[kind].replaced].map(([index, item]) => [index, printItem(item)])),
  );
  const isWhole = ITEM_KINDS.every((kind) => ![...replaced[kind].values()].includes(''));
  return base && isWhole ? { base, replaced } : null;
});

/** Null where JSON would change something. */
function printBase(items: KeptItems): LinesByKind | null {
  const texts = eachKind((kind) => items[kind].base.all().map(printItem));
  if (ITEM_KINDS.some((kind) => texts[kind].includes(''))) return null;
  const lines = eachKind((kind) => printLines(texts[kind]));
  linesOf.set(items.files.base, lines);
  return lines;
}

/** Nothing where JSON would change something. */
function printItem(item: object): string {
  return itemTexts.get(item) ?? (isJson(item) ? JSON.stringify(item) : '');
}

function* joinPieces(items: KeptItems, { base, replaced }: PrintedItems): Generator<string | Buffer> {
  const names: ItemNames = eachKind((kind) => items[kind].names);
  yield `${JSON.stringify(names)}\n`;
  for (const kind of ITEM_KINDS) yield* base[kind].print(replaced[kind]);
}

function eachKind<Made>(make: (kind: ItemKind) => Made): Readonly<Record<ItemKind, Made>> {
  return Object.fromEntries(ITEM_KINDS.map((kind) => [kind, make(kind)])) as Record<ItemKind, Made>;
}

/** The way back, of what the head says and of the items, each of which is read when it is asked for. */
export function parseKeptState({ kept }: KeptHead, bytes: Buffer): KeptState {
  const header = findLines(bytes, 0, 1);
  const names = JSON.parse(header.read(0)) as ItemNames;
  let { end } = header;
  const lines = eachKind((kind) => {
    const found = findLines(bytes, end, names[kind].length);
    end = found.end;
    return found;
  });
  const items = eachKind((kind) =>
    KeptList.reading(names[kind], (index) => {
      const line = lines[kind].read(index);
      const item = JSON.parse(line) as object;
      itemTexts.set(item, line);
      return item;
    }),
  ) as unknown as KeptItems;
  linesOf.set(items.files, lines);
  return { kept: { ...kept, items } };
}
