/** A value as a URL carries it: pairs of a key and a text, and what a server sees of them. */
export type Texts = string | readonly string[] | { readonly [key: string]: Texts };

/**
 * The pairs of a key and its text that say `value`, a key alone where there is nothing in it; undefined when no query
 * can say it. `undefined` itself is no pair.
 */
export function toPairs(value: unknown, key: string): string[][] | undefined {
  if (value === undefined) return [];
  if (isEmpty(value)) return [[`${key}[]`]];
  if (Array.isArray(value)) {
    return value.every(isScalar) ? value.map((item) => [key, String(item)]) : undefined;
  }
  if (isScalar(value)) return [[key, String(value)]];
  const pairs = Object.entries(value as object).map(([name, member]) =>
    name === '' || name === '__proto__' ? undefined : toPairs(member, `${key}[${encodeBrackets(name)}]`),
  );
  return pairs.includes(undefined) ? undefined : pairs.flatMap((some) => some ?? []);
}

/** What is left of `value` once it has travelled: every leaf a text, a list of what is empty. */
export function toTexts(value: unknown): Texts | undefined {
  if (value === undefined) return undefined;
  if (isEmpty(value)) return [];
  if (Array.isArray(value)) {
    const texts = value.map(String);
    return texts.length > 1 ? texts : texts[0];
  }
  if (isScalar(value)) return String(value);
  const members = Object.entries(value as object).flatMap(([name, member]): [string, Texts][] => {
    const texts = toTexts(member);
    return texts === undefined ? [] : [[name, texts]];
  });
  return members.length > 0 ? Object.fromEntries(members) : undefined;
}

/** Every value that these texts can be meant to say, the plainest last; at most `most`. */
export function listMeanings(texts: Texts | undefined, most = 2000): unknown[] {
  if (texts === undefined) return [undefined];
  if (typeof texts === 'string') {
    const scalars = meaningsOf(texts);
    return [...scalars, ...scalars.map((scalar) => [scalar])];
  }
  if (isEmpty(texts)) return [[], {}];
  if (Array.isArray(texts))
    return product(
      texts.map((text) => meaningsOf(text as string)),
      most,
    );
  const keys = Object.keys(texts);
  const members = product(
    keys.map((key) => listMeanings((texts as Record<string, Texts>)[key])),
    most,
  );
  return members.map((values) => Object.fromEntries(keys.map((key, index) => [key, values[index]])));
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

function meaningsOf(text: string): unknown[] {
  const meanings: unknown[] = [text];
  if (NUMBER.test(text) && Number.isFinite(Number(text))) meanings.push(Number(text));
  if (text === 'true' || text === '1') meanings.push(true);
  if (text === 'false' || text === '0') meanings.push(false);
  if (text === 'null') meanings.push(null);
  return meanings;
}

function product(lists: readonly (readonly unknown[])[], most: number): unknown[][] {
  let rows: unknown[][] = [[]];
  for (const list of lists) rows = rows.flatMap((row) => list.map((item) => [...row, item])).slice(0, most);
  return rows;
}

function isScalar(value: unknown): boolean {
  return value === null || typeof value !== 'object';
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

function encodeBrackets(name: string): string {
  return name.replaceAll('%', '%25').replaceAll('[', '%5B').replaceAll(']', '%5D');
}
