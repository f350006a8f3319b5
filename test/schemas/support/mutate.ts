import fc from 'fast-check';

/** The keys that lead to a part of a value. */
export type Path = readonly (string | number)[];

/** What stands where something else is expected. */
const intruders = fc.constantFrom<unknown>(
  null,
  '',
  'x',
  '7',
  'true',
  '1',
  'null',
  '2026-01-02T03:04:05Z',
  '2026-02-30T00:00:00Z',
  '12345678901234567890',
  0,
  1,
  -1,
  1.5,
  7,
  1e21,
  true,
  false,
  [],
  ['x'],
  [1],
  {},
  { a: 1 },
  { kind: 'other' },
);

/** Makes small errors in values: something else in one place, a key or an item too few or too many, a letter changed. */
export function mutated(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(values, fc.nat(), fc.constantFrom('replace', 'drop', 'add', 'edit'), intruders, fc.nat())
    .map(([value, where, how, intruder, at]) => {
      const places = listPlaces(value, []);
      const path = places[where % places.length] as Path;
      return changeAt(value, path, (part) => change(part, how, intruder, at));
    });
}

/** The paths of all parts of a value, its own first. */
export function listPlaces(value: unknown, path: Path): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [path, ...entries.flatMap(([key, part]) => listPlaces(part, [...path, key]))];
}

/** A copy with another part at `path`. */
export function changeAt(value: unknown, [key, ...rest]: Path, edit: (part: unknown) => unknown): unknown {
  if (key === undefined) return edit(value);
  if (Array.isArray(value))
    return value.map((item, index) => (index === key ? changeAt(item, rest, edit) : item));
  const object = value as Readonly<Record<string, unknown>>;
  return { ...object, [key]: changeAt(object[key], rest, edit) };
}

function change(part: unknown, how: string, intruder: unknown, at: number): unknown {
  if (how === 'replace') return intruder;
  if (Array.isArray(part)) {
    if (how === 'drop') return part.filter((_, index) => index !== at % part.length);
    return how === 'add' ? [...part, intruder] : [...part, ...part.slice(0, 1)];
  }
  if (typeof part === 'object' && part !== null) {
    const keys = Object.keys(part);
    if (how === 'drop')
      return Object.fromEntries(Object.entries(part).filter(([key]) => key !== keys[at % keys.length]));
    return { ...part, [['extra', 'a', 'zz'][at % 3] as string]: intruder };
  }
  if (typeof part === 'number') return [part + 1, part - 1, part * 10, part / 2, String(part)][at % 5];
  if (typeof part === 'boolean') return [!part, String(part), Number(part)][at % 3];
  if (typeof part !== 'string') return intruder;
  const index = part.length === 0 ? 0 : at % part.length;
  const letter = part.charAt(index);
  const swapped = letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase();
  const middle = { drop: '', add: `${letter}${' x0-A.'.charAt(at % 6)}`, edit: swapped }[how] ?? letter;
  const text = part.slice(0, index) + middle + part.slice(index + 1);
  return /\p{Surrogate}/u.test(text) ? part : text;
}
