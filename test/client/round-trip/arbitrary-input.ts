import fc from 'fast-check';
import { codePoint } from '../../code-point.js';

/** Text that UTF-8 can carry, with what URLs read as syntax more often than chance would have it. */
const text = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 8 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.string({ unit: fc.constantFrom(...'%&=+?#/\\:;,@$!\'"()*~.[]{} |^`<>-_a0ü💡'), maxLength: 8 }),
  fc.constantFrom('null', 'true', '1', '-0', '[]', '%00', '%', '__proto__', 'constructor', '2020-01-01'),
);
const int = fc.maxSafeInteger();
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
const big = fc.oneof(fc.bigInt({ max: 10n ** 40n, min: -(10n ** 40n) }), fc.bigInt());
const date = fc.date({
  min: new Date('0000-01-01T00:00:00.000Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});
const list = <Value>(item: fc.Arbitrary<Value>) => fc.array(item, { maxLength: 3 });
const set = <Value>(item: fc.Arbitrary<Value>) =>
  fc.uniqueArray(item, { maxLength: 3 }).map((items) => new Set(items));
/** `__proto__` is refused as a key, and the empty key cannot travel in a query. */
const key = text.filter((name) => name !== '__proto__' && name !== '');
const record = <Value>(value: fc.Arbitrary<Value>) =>
  fc.dictionary(key, value, { maxKeys: 3, noNullPrototype: true });
const some = <Shape extends object>(shape: { [name in keyof Shape]: fc.Arbitrary<Shape[name]> }) =>
  fc.record(shape, { requiredKeys: [], noNullPrototype: true });

const filter = {
  text,
  count: int,
  ratio: number,
  big,
  when: date,
  flag: fc.boolean(),
  limit: fc.option(number),
  'odd key %': text,
  texts: list(text),
  counts: list(int),
  bigs: list(big),
  dates: list(date),
  set: set(text),
  record: record(text),
  range: some({ from: date, steps: list(int), inner: some({ text, flags: list(fc.boolean()) }) }),
};

const json = fc
  .jsonValue({ maxDepth: 3, stringUnit: codePoint })
  .filter((value) => !JSON.stringify(value).includes('"__proto__":'));

const { tree } = fc.letrec((tie) => ({
  tree: fc.record(
    {
      value: fc.oneof(text, number, fc.boolean(), fc.constant(null)),
      children: fc.oneof({ maxDepth: 5 }, fc.constant([]), fc.array(tie('tree'), { maxLength: 2 })),
    },
    { noNullPrototype: true },
  ),
}));

/** Text that may stand in a path: no dots that climb, no control characters. */
const segment = text.filter((value) => !/^\.{0,2}$|\p{Cc}/u.test(value));

/** Inputs of the project's procedures, valid as they are. */
export const INPUTS = {
  place: fc.record({
    text: segment,
    count: int,
    ratio: number,
    big,
    when: date,
    flag: fc.boolean(),
    choice: fc.constantFrom('a b', 'c/d', 'ü?'),
  }),
  filter: some(filter),
  send: fc
    .tuple(
      fc.record({ name: segment }),
      some({
        ...filter,
        nothing: fc.constant(null),
        any: json,
        tuple: fc.tuple(date, big, fc.option(text)),
        lists: list(list(date)),
        tree,
        amounts: record(big),
        kind: fc.oneof(
          fc.record({ is: fc.constant('at'), at: date }),
          fc.record({ is: fc.constant('many'), many: set(big) }),
        ),
      }),
    )
    .map(([name, rest]) => ({ ...name, ...rest })),
} satisfies { readonly [name: string]: fc.Arbitrary<object> };
