import { learnPrinted, listPrinted, type PrintedParts } from '../../compiler/emit/printed-parts.js';
import type { KeptBuild } from '../../compiler/incremental/kept-build.js';
import { remember } from '../../compiler/remember.js';
import { isJson } from './is-json.js';
import type { KeptState } from './kept-builds.js';

/** A line of JSON of what is small, or is known last; null where JSON would change something of it. */
export function printKeptHead({ kept, known }: KeptState): string | null {
  const model = leaveOut(kept.model, ['procedures', 'schemas', 'types']);
  const head: KeptHead = { kept: { ...leaveOut(kept, ['files', 'schemas']), model }, known };
  return isJson(head) ? JSON.stringify(head) : null;
}

const TEXTS = ['operations', 'routes', 'methods', 'schemas', 'declarations'] as const;

/** The items that were printed or read last, with their texts: most of those that are printed next. */
let itemTexts: ReadonlyMap<object, string> = new Map();

/** Nothing where JSON would change something. */
function printItem(item: object): string {
  return itemTexts.get(item) ?? (isJson(item) ? JSON.stringify(item) : '');
}

/**
 * A line of JSON for each kind of item of which there are many, and behind them what was printed of those, in the pieces that
 * it was printed in: of a large project it is as large as all that is generated. Null where JSON would change something of it.
 * What is the object it was is not printed again.
 */
export const printKeptItems = remember(
  ({ files, schemas: components, model }: KeptBuild): readonly Buffer[] | null => {
    const { procedures, schemas, types } = model;
    const { functions, ...printed } = listPrinted(model);
    const kinds = [files, components, procedures, schemas, types, functions];
    const items = kinds.map((kind: readonly object[]) => kind.map(printItem));
    itemTexts = new Map(
      kinds.flatMap((kind, index) => kind.map((item, at) => [item, items[index]?.[at] ?? ''])),
    );
    if (items.some((each) => each.includes(''))) return null;
    const texts = TEXTS.map((kind) => printed[kind]);
    const lengths: Lengths = { items: items.map(measure), texts: texts.map(measure) };
    return [
      Buffer.from(`${JSON.stringify(lengths)}\n`),
      ...items.map((each) => Buffer.from(`[${each.join()}]\n`)),
      ...texts.map((each) => Buffer.from(each.join(''))),
    ];
  },
);

/** The way back, of what the head says and of the items. Emitters remember what they printed then. */
export function parseKeptState({ kept, known }: KeptHead, items: Buffer): KeptState {
  const read = new Map<object, string>();
  const reader = { text: items.toString(), at: 0, read };
  const lengths = JSON.parse(takeLine(reader)) as Lengths;
  const [files, components, procedures, schemas, types, functions] = lengths.items.map((each) =>
    takeItems(reader, each),
  ) as unknown as Items;
  itemTexts = read;
  const texts = lengths.texts.map((each) => each.map((length) => take(reader, length)));
  const model = { ...kept.model, procedures, schemas, types };
  const printed = Object.fromEntries(TEXTS.map((kind, index) => [kind, texts[index]]));
  learnPrinted(model, { ...(printed as unknown as PrintedParts), functions });
  return { kept: { ...kept, files, schemas: components, model }, known };
}

type Model = KeptBuild['model'];
type Items = readonly [
  KeptBuild['files'],
  KeptBuild['schemas'],
  Model['procedures'],
  Model['schemas'],
  Model['types'],
  PrintedParts['functions'],
];

/** What the head says. */
export interface KeptHead extends Pick<KeptState, 'known'> {
  readonly kept: Omit<KeptBuild, 'files' | 'schemas' | 'model'> & {
    readonly model: Omit<Model, 'procedures' | 'schemas' | 'types'>;
  };
}

/** Of each text, by kind. */
interface Lengths {
  readonly items: readonly (readonly number[])[];
  readonly texts: readonly (readonly number[])[];
}

interface Reader {
  readonly text: string;
  at: number;
  /** The items that have been read, with their texts. */
  readonly read: Map<object, string>;
}

function take(reader: Reader, length: number): string {
  const begin = reader.at;
  reader.at += length;
  return reader.text.slice(begin, reader.at);
}

function takeLine(reader: Reader): string {
  const line = take(reader, reader.text.indexOf('\n', reader.at) - reader.at);
  reader.at += 1;
  return line;
}

function takeItems(reader: Reader, lengths: readonly number[]): readonly object[] {
  let at = reader.at + 1;
  const items = JSON.parse(takeLine(reader)) as readonly object[];
  for (const [index, item] of items.entries()) {
    const end = at + (lengths[index] ?? 0);
    reader.read.set(item, reader.text.slice(at, end));
    at = end + 1;
  }
  return items;
}

function leaveOut<Whole extends object, Key extends keyof Whole>(
  whole: Whole,
  keys: readonly Key[],
): Omit<Whole, Key> {
  const rest = { ...whole };
  for (const key of keys) delete rest[key];
  return rest;
}

function measure(texts: readonly string[]): readonly number[] {
  return texts.map(({ length }) => length);
}
