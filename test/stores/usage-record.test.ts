import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { addUsage, printUsage, readUsage } from '../../src/stores/state/usage-record.js';
import { mergeUsage, type StoredUsage } from '../../src/stores/usage-store.js';

const count = fc.nat({ max: 1_000 });
const usage = (days: number): fc.Arbitrary<StoredUsage> =>
  fc.record({
    id: fc.constant('key_1'),
    days: fc
      .uniqueArray(
        fc.record({ day: fc.integer({ min: 20_000, max: 20_040 }), calls: count, refusals: count }),
        {
          selector: ({ day }) => day,
          minLength: 1,
          maxLength: days,
        },
      )
      .map((all) => all.filter(({ calls, refusals }) => calls + refusals > 0))
      .map(
        (all) =>
          mergeUsage({ id: 'key_1', days: [], last: null }, { id: 'key_1', days: all, last: null }).days,
      )
      .filter((all) => all.length > 0),
    last: fc.record({ at: count, address: fc.constant('::1'), operation: fc.constant('x'), status: count }),
  });

test('what is added to a record is what is added to its counts, whichever days it is of', () => {
  const cases = fc.tuple(usage(40), fc.oneof(usage(1), usage(5)), fc.boolean());
  fc.assert(
    fc.property(cases, ([before, added, isOfLastDay]) => {
      const day = before.days.at(-1)?.day ?? 0;
      const more = isOfLastDay
        ? { ...added, days: added.days.slice(0, 1).map((one) => ({ ...one, day })) }
        : added;
      expect(readUsage(addUsage(printUsage(before), more))).toEqual(mergeUsage(before, more));
    }),
  );
});
