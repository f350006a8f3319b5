import { learnPrinted, listPrinted, type PrintedParts } from '../../compiler/emit/printed-parts.js';
import { remember } from '../../compiler/remember.js';
import { isJson } from './is-json.js';
import type { KeptState } from './kept-builds.js';

/**
 * What was decided in a build as text: a line of JSON, a line of JSON for each kind of item of which there are many, and
 * what was printed of them. What is the object it was is not printed again. Null where JSON would change something of it.
 */
export function printKeptState({ kept, links }: KeptState): string | null {
  const { functions, ...printed } = listPrinted(kept.model);
  const { files, schemas: components, model, ...rest } = kept;
  const { procedures, schemas, types, ...others } = model;
  const items = [files, components, procedures, schemas, types, functions].map((each) => each.map(printItem));
  const texts = TEXTS.map((kind) => printed[kind]);
  const head: KeptHead = {
    kept: { ...rest, model: others },
    links,
    itemLengths: items.map(measure),
    textLengths: texts.map(measure),
  };
  if (!isJson(head) || items.some((each) => each.includes(''))) return null;
  const lines = items.map((each) => `[${each.join()}]\n`);
  return [JSON.stringify(head), '\n', ...lines, ...texts.flat()].join('');
}

/** The way back of `printKeptState`. Emitters remember what they printed then. */
export function parseKeptState(text: string): KeptState {
  const reader = { text, at: 0 };
  const head = JSON.parse(takeLine(reader)) as KeptHead;
  const [files, components, procedures, schemas, types, functions] = head.itemLengths.map((lengths) =>
    takeItems(reader, lengths),
  ) as never as Items;
  const texts = head.textLengths.map((lengths) => lengths.map((length) => take(reader, length)));
  const model = { ...head.kept.model, procedures, schemas, types };
  const printed = Object.fromEntries(TEXTS.map((kind, index) => [kind, texts[index]]));
  learnPrinted(model, { ...(printed as unknown as PrintedParts), functions });
  return { kept: { ...head.kept, files, schemas: components, model }, links: head.links };
}

type Kept = KeptState['kept'];
type Model = Kept['model'];
type Items = readonly [
  Kept['files'],
  Kept['schemas'],
  Model['procedures'],
  Model['schemas'],
  Model['types'],
  PrintedParts['functions'],
];

interface KeptHead extends Pick<KeptState, 'links'> {
  readonly kept: Omit<Kept, 'files' | 'schemas' | 'model'> & {
    readonly model: Omit<Model, 'procedures' | 'schemas' | 'types'>;
  };
  readonly itemLengths: readonly (readonly number[])[];
  readonly textLengths: readonly (readonly number[])[];
}

const TEXTS = ['operations', 'routes', 'methods', 'schemas', 'declarations'] as const;

/** Nothing where JSON would change something. */
const printItem = remember((item: object) => (isJson(item) ? JSON.stringify(item) : ''));

interface Reader {
  readonly text: string;
  at: number;
}

function take(reader: Reader, length: number): string {
  const begin = reader.at;
  reader.at += length;
  return reader.text.slice(begin, reader.at);
}

function takeLine(reader: Reader): string {
  const end = reader.text.indexOf('\n', reader.at);
  const line = reader.text.slice(reader.at, end);
  reader.at = end + 1;
  return line;
}

function takeItems(reader: Reader, lengths: readonly number[]): readonly object[] {
  const begin = reader.at;
  const items = JSON.parse(takeLine(reader)) as readonly object[];
  let at = begin + 1;
  for (const [index, item] of items.entries()) {
    const end = at + (lengths[index] ?? 0);
    printItem.learn(reader.text.slice(at, end), item);
    at = end + 1;
  }
  return items;
}

function measure(texts: readonly string[]): readonly number[] {
  return texts.map(({ length }) => length);
}
