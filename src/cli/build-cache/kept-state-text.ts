import { learnPrinted, listPrinted, PRINTED_OF, recallPrinted } from '../../compiler/emit/printed-parts.js';
import { type KeptBuild, type KeptItems, modelOf } from '../../compiler/incremental/kept-build.js';
import { KeptList } from '../../compiler/incremental/kept-list.js';
import { remember } from '../../compiler/remember.js';
import { isJson } from './is-json.js';
import { type ItemTexts, joinTexts, type Lengths, openTexts, replaceTexts } from './item-texts.js';
import type { KeptState } from './kept-builds.js';

/** A line of JSON of what is small, or is known last; null where JSON would change something of it. */
export function printKeptHead({ kept, known }: KeptState): string | null {
  const { items: _items, learnPrinted: _learn, ...own } = kept;
  const head: KeptHead = { kept: own, known };
  return isJson(head) ? JSON.stringify(head) : null;
}

/** What the head says. */
export interface KeptHead extends Pick<KeptState, 'known'> {
  readonly kept: Omit<KeptBuild, 'items' | 'learnPrinted'>;
}

type ItemKind = keyof KeptItems;
type PrintedKind = keyof typeof PRINTED_OF;

const ITEM_KINDS = ['files', 'components', 'procedures', 'schemas', 'types'] as const satisfies ItemKind[];
const PRINTED_KINDS = Object.keys(PRINTED_OF) as PrintedKind[];

/** What the items begin with, in a line of its own. */
interface ItemsHeader {
  readonly names: Readonly<Record<ItemKind, readonly string[]>>;
  readonly lengths: Lengths;
}

/** The texts of items that were printed, or read, all at once, by the list of their files as it was then. */
const textsOf = new WeakMap<object, ItemTexts>();

/** The items that were read, with their texts. Those that are printed are bytes from then on: they would be here twice. */
const itemTexts = new WeakMap<object, string>();

/** Nothing where JSON would change something. */
function printItem(item: object): string {
  return itemTexts.get(item) ?? (isJson(item) ? JSON.stringify(item) : '');
}

/**
 * Of each item a line of JSON, and what was printed of it, in the pieces that it was printed in: of a large project as large
 * as all that is generated. Null where JSON would change something of it. What was read and stays is not printed again.
 */
export const printKeptItems = remember((kept: KeptBuild): readonly Buffer[] | null => {
  const { items } = kept;
  const names = Object.fromEntries(
    ITEM_KINDS.map((kind) => [kind, items[kind].names]),
  ) as ItemsHeader['names'];
  const print = ({ lengths }: { readonly lengths: Lengths }, pieces: readonly Buffer[]) => [
    Buffer.from(`${JSON.stringify({ names, lengths } satisfies ItemsHeader)}\n`),
    ...pieces,
  ];
  const base = textsOf.get(items.files.base);
  const replaced = base && printReplaced(items);
  if (replaced) {
    const texts = replaceTexts(base, replaced);
    return print(texts, texts.pieces);
  }
  const all = printAll(kept);
  if (!all) return null;
  const texts = joinTexts(all);
  if (ITEM_KINDS.every((kind) => items[kind].base === items[kind])) textsOf.set(items.files, texts);
  return print(texts, [texts.bytes]);
});

/** The texts of items that stand in the place of others; null where one was not printed, or JSON would change it. */
function printReplaced(items: KeptItems): Record<string, ReadonlyMap<number, string>> | null {
  const print = (kind: ItemKind, textOf: (item: object) => string | undefined) => {
    const list: KeptList<object> = items[kind];
    return new Map([...list.replaced].map(([index, item]) => [index, textOf(item) ?? '']));
  };
  const own = ITEM_KINDS.map((kind) => [`${kind}:item`, print(kind, printItem)] as const);
  const printed = PRINTED_KINDS.map(
    (kind) => [kind, print(PRINTED_OF[kind], (item) => printPart(recallPrinted(kind, item)))] as const,
  );
  const all = [...own, ...printed];
  return all.some(([, texts]) => [...texts.values()].includes('')) ? null : Object.fromEntries(all);
}

function printAll(kept: KeptBuild): Record<string, readonly string[]> | null {
  kept.learnPrinted?.();
  const printed = listPrinted(modelOf(kept));
  const own = ITEM_KINDS.map((kind) => [`${kind}:item`, kept.items[kind].all().map(printItem)] as const);
  if (own.some(([, texts]) => texts.includes(''))) return null;
  const parts = PRINTED_KINDS.map(
    (kind) => [kind, printed[kind].map((part) => printPart(part) ?? '')] as const,
  );
  return Object.fromEntries([...own, ...parts]);
}

/** A part is a text, or is in several. */
function printPart(part: string | object | undefined): string | undefined {
  return typeof part === 'object' ? JSON.stringify(part) : part;
}

/** The way back, of what the head says and of the items, each of which is read when it is asked for. */
export function parseKeptState({ kept, known }: KeptHead, text: Buffer): KeptState {
  const end = text.indexOf('\n');
  const { names, lengths } = JSON.parse(text.toString('utf8', 0, end)) as ItemsHeader;
  const texts = { lengths, bytes: text.subarray(end + 1) };
  const textOf = openTexts(texts);
  const open = (kind: ItemKind) =>
    KeptList.reading(names[kind], (index) => {
      const line = textOf(`${kind}:item`, index);
      const item = JSON.parse(line) as object;
      itemTexts.set(item, line);
      return item;
    });
  const items = Object.fromEntries(ITEM_KINDS.map((kind) => [kind, open(kind)])) as unknown as KeptItems;
  textsOf.set(items.files, texts);
  const all = (kind: PrintedKind) => names[PRINTED_OF[kind]].map((_, index) => textOf(kind, index));
  let isLearnt = false;
  const learn = () => {
    if (isLearnt) return;
    isLearnt = true;
    const functions = all('functions').map((line) => JSON.parse(line) as object);
    const printed = Object.fromEntries(PRINTED_KINDS.map((kind) => [kind, all(kind)]));
    learnPrinted(modelOf({ frame: kept.frame, items }), { ...printed, functions } as never);
  };
  return { kept: { ...kept, items, learnPrinted: learn }, known };
}
