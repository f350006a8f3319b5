import type { KeptBuild, KeptItems } from '../../compiler/incremental/kept-build.js';
import { KeptList } from '../../compiler/incremental/kept-list.js';
import { remember } from '../../compiler/remember.js';
import { isJson } from './is-json.js';
import {
  findLines,
  type ItemLines,
  type LineText,
  printLines,
  readLine,
  replaceLines,
} from './item-lines.js';
import type { KeptState } from './kept-builds.js';

/** Of the layout of head and items: another one is not read. */
export const KEPT_VERSION = 2;

/** What the head says. */
export interface KeptHead extends Pick<KeptState, 'known'> {
  readonly version: typeof KEPT_VERSION;
  readonly kept: Omit<KeptBuild, 'items'>;
}

/** A line of JSON of what is small, or is known last; null where JSON would change something of it. */
export function printKeptHead({ kept, known }: KeptState): string | null {
  const { items: _items, ...own } = kept;
  const head: KeptHead = { version: KEPT_VERSION, kept: own, known };
  return isJson(head) ? JSON.stringify(head) : null;
}

type ItemKind = keyof KeptItems;
type ItemNames = Readonly<Record<ItemKind, readonly string[]>>;
type LinesByKind = Readonly<Record<ItemKind, ItemLines>>;

const ITEM_KINDS = ['files', 'components', 'procedures', 'schemas', 'types'] as const satisfies ItemKind[];

/** The lines of items that were printed, or read, all at once, by the list of their files as it was then. */
const linesOf = new WeakMap<object, LinesByKind>();

/** The items that were read, with their texts. Those that are printed are bytes from then on: they would be here twice. */
const itemTexts = new WeakMap<object, string>();

/** Nothing where JSON would change something. */
function printItem(item: object): string {
  return itemTexts.get(item) ?? (isJson(item) ? JSON.stringify(item) : '');
}

/**
 * A line of their names, and a line of JSON of each item, kind by kind. Null where JSON would change something of one. What was
 * read and stays is not printed again.
 */
export const printKeptItems = remember(({ items }: KeptBuild): readonly LineText[] | null => {
  const base = linesOf.get(items.files.base);
  const lines = (base && printReplaced(items, base)) ?? printAll(items);
  if (!lines) return null;
  const names = eachKind((kind) => items[kind].names) satisfies ItemNames;
  return [printLines([JSON.stringify(names)]), ...lines];
});

/** Null where JSON would change one of those that stand in the place of others. */
function printReplaced(items: KeptItems, base: LinesByKind): readonly LineText[] | null {
  const replaced = eachKind(
    (kind) => new Map([...items[kind].replaced].map(([index, item]) => [index, printItem(item)])),
  );
  if (ITEM_KINDS.some((kind) => [...replaced[kind].values()].includes(''))) return null;
  return ITEM_KINDS.flatMap((kind) => replaceLines(base[kind], replaced[kind]));
}

function printAll(items: KeptItems): readonly LineText[] | null {
  const all = eachKind((kind) => {
    const texts = items[kind].all().map(printItem);
    return texts.includes('') ? null : findLines(printLines(texts), 0, texts.length);
  });
  if (!isWhole(all)) return null;
  if (ITEM_KINDS.every((kind) => items[kind].base === items[kind])) linesOf.set(items.files, all);
  return ITEM_KINDS.map((kind) => all[kind].whole);
}

function isWhole(lines: Readonly<Record<ItemKind, ItemLines | null>>): lines is LinesByKind {
  return ITEM_KINDS.every((kind) => lines[kind] !== null);
}

function eachKind<Made>(make: (kind: ItemKind) => Made): Readonly<Record<ItemKind, Made>> {
  return Object.fromEntries(ITEM_KINDS.map((kind) => [kind, make(kind)])) as Record<ItemKind, Made>;
}

/** The way back, of what the head says and of the items, each of which is read when it is asked for. */
export function parseKeptState({ kept, known }: KeptHead, bytes: Buffer): KeptState {
  const header = findLines(bytes, 0, 1);
  const names = JSON.parse(readLine(header, 0)) as ItemNames;
  let end = header.starts.at(-1) as number;
  const lines = eachKind((kind) => {
    const found = findLines(bytes, end, names[kind].length);
    end = found.starts.at(-1) as number;
    return found;
  });
  const items = eachKind((kind) =>
    KeptList.reading(names[kind], (index) => {
      const line = readLine(lines[kind], index);
      const item = JSON.parse(line) as object;
      itemTexts.set(item, line);
      return item;
    }),
  ) as unknown as KeptItems;
  linesOf.set(items.files, lines);
  return { kept: { ...kept, items }, known };
}
