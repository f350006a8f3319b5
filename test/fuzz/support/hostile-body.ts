import fc from 'fast-check';
import { changeAt, listPlaces } from '../../schemas/support/mutate.js';

/** A body that costs much to refuse if nothing bounds it. Its text is made when it is asked for: it may have 1 MiB. */
export interface HostileBody {
  /** What it is made of: `empty objects at value, 300000 B`. */
  readonly shown: string;
  print(): string;
}

/** The default limit of bodies. */
export const LARGEST_BODY = 1024 * 1024;

const MARK = 'the-hostile-part';

/** Bodies that begin as `values`, with something large and wrong in one place. */
export function hostileBodies(values: fc.Arbitrary<unknown>): fc.Arbitrary<HostileBody> {
  return fc
    .tuple(
      values,
      fc.nat(),
      fc.constantFrom(...Object.keys(PARTS)),
      fc.constantFrom(2_000, 40_000, 300_000, LARGEST_BODY),
    )
    .map(([value, where, kind, bytes]) => {
      const places = listPlaces(value, []);
      const path = places[where % places.length] ?? [];
      return {
        shown: `${kind} at ${path.join('.') || 'the top'}, ${bytes} B`,
        print() {
          let part: unknown;
          const marked = changeAt(value, path, (found) => {
            part = found;
            return MARK;
          });
          const frame = JSON.stringify(marked);
          const make = PARTS[kind] as MakePart;
          const budget = Math.max(100, bytes - Buffer.byteLength(frame));
          return frame.replace(JSON.stringify(MARK), () => make(budget, part));
        },
      };
    });
}

/** JSON of at most so many bytes for the place where `part` was; at least of some. */
type MakePart = (bytes: number, part: unknown) => string;

const DEEP = `${'{"a":['.repeat(25)}${']}'.repeat(25)}`;

const PARTS: Readonly<Record<string, MakePart>> = {
  'empty objects': listOf(() => '{}'),
  nulls: listOf(() => 'null'),
  numbers: listOf(() => '0'),
  'empty texts': listOf(() => '""'),
  'empty lists': listOf(() => '[]'),
  'many texts': listOf((index) => `"text ${index}"`),
  'many numbers': listOf((index) => `${index}`),
  'numbers twice': listOf((index) => `${index >> 1}`),
  'impossible dates': listOf((index) => `"2026-13-${10 + (index % 89)}T25:61:00Z"`),
  'objects of unknown keys': listOf((index) => `{"kind":"x${index}","a":{},"b":[],"both":[""]}`),
  'deep items': listOf(() => DEEP),
  'copies with one key too many': (bytes, part) => {
    const [item = {}] = Array.isArray(part) ? part : [part];
    const copy = JSON.stringify(typeof item === 'object' && item !== null ? { ...item, extra: 1 } : [item]);
    return listOf(() => copy)(bytes, part);
  },
  'unknown keys': keysOf((index) => `"k${index}":0`),
  'unknown keys with objects': keysOf((index) => `"k${index}":{}`),
  'long keys': keysOf((index) => `"${'k'.repeat(5_000)}${index}":0`),
  'one long key': (bytes) => `{"${'k'.repeat(bytes - 10)}":0}`,
  'a long text': (bytes) => `"${'x'.repeat(bytes - 2)}"`,
  'a long text of quotes': (bytes) => `"${'\\"'.repeat((bytes - 2) / 2)}"`,
  'a long text of escapes': (bytes) => `"${'\\u0001'.repeat((bytes - 2) / 6)}"`,
  'a long text of three bytes each': (bytes) => `"${'漢'.repeat((bytes - 2) / 3)}"`,
  'a long date': (bytes) => `"2026-01-01T00:00:00.${'0'.repeat(bytes - 23)}Z"`,
  'a long number': (bytes) => '9'.repeat(bytes),
  'long texts': listOf((index) => `"${'x'.repeat(10_000)}${index}"`),
};

function listOf(print: (index: number) => string): MakePart {
  return (bytes) => `[${fill(bytes - 2, print)}]`;
}

/** The object that was there, with more keys. */
function keysOf(print: (index: number) => string): MakePart {
  return (bytes, part) => {
    const isObject = typeof part === 'object' && part !== null && !Array.isArray(part);
    const own = isObject ? JSON.stringify(part).slice(1, -1) : '';
    const more = fill(bytes - Buffer.byteLength(own) - 3, print);
    return `{${[own, more].filter((text) => text !== '').join(',')}}`;
  };
}

/** As many as fit, with commas between them; one at least. */
function fill(bytes: number, print: (index: number) => string): string {
  const parts = [print(0)];
  let size = Buffer.byteLength(parts[0] as string);
  for (let index = 1; ; index++) {
    const part = print(index);
    size += 1 + Buffer.byteLength(part);
    if (size > bytes) return parts.join(',');
    parts.push(part);
  }
}

/** Everything that a body may be made hostile with. */
export const HOSTILE_PARTS: readonly string[] = Object.keys(PARTS);
