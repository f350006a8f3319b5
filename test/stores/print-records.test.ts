import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printRecords } from '../../src/stores/file/print-records.js';

/** What is printed, and what it is printed as without remembering anything. */
function printBoth(records: readonly object[]): readonly [string, string] {
  const plain = records.map((record) => JSON.stringify(record)).join(',\n');
  return [Buffer.concat(printRecords(records)).toString(), records.length === 0 ? '' : `${plain}\n`];
}

describe('Records of a store', () => {
  it('are printed one a line, with commas between', () => {
    const [text] = printBoth([{ id: 'a' }, { id: 'b', name: 'Größe\n' }]);
    expect(text).toBe('{"id":"a"},\n{"id":"b","name":"Größe\\n"}\n');
    expect(printRecords([])).toEqual([]);
  });

  it('are printed alike whatever was added, replaced and removed since they were printed before', () => {
    const change = fc.record({
      kind: fc.constantFrom('add', 'replace', 'remove', 'remove many'),
      place: fc.nat(1_000),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        let serial = 0;
        const next = () => ({ id: `record ${serial++}` });
        const records: object[] = Array.from({ length: 700 }, next);
        for (const { kind, place } of changes) {
          const index = place % records.length;
          if (kind === 'add') records.push(next());
          if (kind === 'replace') records[index] = next();
          if (kind === 'remove') records.splice(index, 1);
          if (kind === 'remove many') records.splice(index, Math.min(100, records.length - 1));
          const [text, plain] = printBoth(records);
          expect(text === plain).toBe(true);
        }
      }),
    );
  });
});
