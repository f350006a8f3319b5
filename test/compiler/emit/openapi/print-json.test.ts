import fc from 'fast-check';
import { expect, test } from 'vitest';
import { orderKeys, printJson } from '../../../../src/compiler/emit/openapi/print-json.js';
import { nullPrototypeRecord } from '../../../../src/compiler/null-prototype-record.js';

test('JSON that stands further in is what it is elsewhere, each line but the first indented', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(4), (value, level) => {
      const lines = JSON.stringify(value, null, 2).split('\n');
      expect(printJson(value, level)).toBe(lines.join(`\n${'  '.repeat(level)}`));
    }),
  );
});

test('a table has the keys that an object has, in its order', () => {
  const key = fc.oneof(fc.string(), fc.nat().map(String), fc.constant('__proto__'));
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.integer())), (entries) => {
      expect(Object.entries(nullPrototypeRecord(entries))).toEqual(
        Object.entries(Object.fromEntries(entries)),
      );
      const names = entries.map(([name]) => name);
      expect(orderKeys(names)).toEqual(Object.keys(Object.fromEntries(entries)));
    }),
  );
});
