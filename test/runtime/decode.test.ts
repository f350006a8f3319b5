import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DecodingPlan, NamedPlans } from '../../src/protocol/decoding-plan.js';
import type { DecodingMode } from '../../src/runtime/request/decode/decoding.js';
import { prepareDecoder } from '../../src/runtime/request/decode/prepare-decoder.js';

const UNDECODABLE = Symbol('undecodable');

function decode(mode: DecodingMode, plan: DecodingPlan, value: unknown, plans?: NamedPlans): unknown {
  const decoded = prepareDecoder(plan, mode, plans)(value);
  return decoded.issues.length > 0 ? UNDECODABLE : decoded.value;
}

const utc = (text: string) => new Date(text);

describe('A text', () => {
  it.each<[DecodingPlan, unknown, unknown]>([
    ['number', '7', 7],
    ['number', '-0.5', -0.5],
    ['number', '1e21', 1e21],
    ['number', '1e+21', 1e21],
    ['number', '1.5E-7', 1.5e-7],
    ['number', '9007199254740993', 9007199254740992],
    ['number', '', UNDECODABLE],
    ['number', ' 7', UNDECODABLE],
    ['number', '7 ', UNDECODABLE],
    ['number', '+7', UNDECODABLE],
    ['number', '0x10', UNDECODABLE],
    ['number', '007', UNDECODABLE],
    ['number', '.5', UNDECODABLE],
    ['number', '5.', UNDECODABLE],
    ['number', '1_000', UNDECODABLE],
    ['number', '1e999', UNDECODABLE],
    ['number', 'Infinity', UNDECODABLE],
    ['number', 'NaN', UNDECODABLE],
    ['number', '١', UNDECODABLE],
    ['number', ['1', '2'], UNDECODABLE],
    ['number', { a: '1' }, UNDECODABLE],
    ['bigint', '12345678901234567890', 12345678901234567890n],
    ['bigint', '-1', -1n],
    ['bigint', '1.0', UNDECODABLE],
    ['bigint', '1e3', UNDECODABLE],
    ['bigint', '0x1f', UNDECODABLE],
    ['bigint', '', UNDECODABLE],
    ['bigint', '9'.repeat(4097), UNDECODABLE],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['boolean', '1', true],
    ['boolean', '0', false],
    ['boolean', 'TRUE', UNDECODABLE],
    ['boolean', 'yes', UNDECODABLE],
    ['boolean', 'on', UNDECODABLE],
    ['boolean', '', UNDECODABLE],
    ['string', '', ''],
    ['string', '7', '7'],
    ['string', ['a', 'b'], UNDECODABLE],
    ['null', 'null', null],
    ['null', '', UNDECODABLE],
    ['any', ['a', 'b'], ['a', 'b']],
    [{ literal: ['a', 'b'] }, 'b', 'b'],
    [{ literal: [1, 2] }, '2', 2],
    [{ literal: [1, 2] }, '02', UNDECODABLE],
    [{ literal: [true] }, 'true', true],
    [{ literal: [true] }, '1', true],
    [{ literal: [true, 1] }, '1', 1],
    [{ literal: ['a'] }, 'c', UNDECODABLE],
    [{ array: 'number' }, '1', [1]],
    [{ array: 'number' }, ['1', '2'], [1, 2]],
    [{ array: 'number' }, ['1', 'x'], UNDECODABLE],
    [{ array: 'string' }, 'a,b', ['a,b']],
    [{ array: 'string' }, { 0: 'a' }, UNDECODABLE],
    [{ set: 'number' }, ['1', '1'], new Set([1])],
    [{ tuple: ['number', 'string'] }, ['1', '2'], [1, '2']],
    [{ tuple: ['string'], rest: 'number' }, ['1', '2'], ['1', 2]],
    [{ object: { n: 'number' } }, { n: '1', other: '2' }, { n: 1, other: '2' }],
    [{ object: {}, rest: 'number' }, { other: '2' }, { other: 2 }],
    [{ object: { n: 'number' } }, 'text', UNDECODABLE],
    [{ record: 'number' }, { a: '1' }, { a: 1 }],
    [{ union: ['number', 'string'] }, '7', 7],
    [{ union: ['number', 'string'] }, '007', '007'],
    [{ union: ['boolean', 'number'] }, 'seven', 'seven'],
    [{ union: ['number', 'null'] }, 'null', null],
    [{ union: ['null', 'boolean'] }, 'perhaps', UNDECODABLE],
    [{ union: ['number', { array: 'number' }] }, ['1', '2'], [1, 2]],
    [{ union: ['any', 'null', { array: 'string' }] }, 'a,b', 'a,b'],
    [{ union: ['any', 'null', { array: 'string' }] }, 'null', null],
    [
      { union: [{ object: { id: 'number' } }, { object: { when: 'boolean' } }] },
      { when: '1' },
      { when: true },
    ],
  ])('of plan %j is read: %j', (plan, text, value) => {
    expect(decode('text', plan, text)).toStrictEqual(value);
  });

  it.each([
    ['2026-03-10', '2026-03-10T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2026-03-10T12:30:00Z', '2026-03-10T12:30:00.000Z'],
    ['2026-03-10t12:30:00z', '2026-03-10T12:30:00.000Z'],
    ['2026-03-10T12:30:00.1234567Z', '2026-03-10T12:30:00.123Z'],
    ['2026-03-10T12:30:00.5+02:00', '2026-03-10T10:30:00.500Z'],
    ['2026-03-10T00:30:00+05:45', '2026-03-09T18:45:00.000Z'],
    ['2026-03-10T12:30:00-00:00', '2026-03-10T12:30:00.000Z'],
    ['1990-12-31T23:59:60Z', '1991-01-01T00:00:00.000Z'],
    ['1990-12-31T15:59:60-08:00', '1991-01-01T00:00:00.000Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
    ['0000-01-01T00:00:00-00:01', '0000-01-01T00:01:00.000Z'],
    ['9999-12-31T23:59:59.999+00:01', '9999-12-31T23:58:59.999Z'],
  ])('that is the RFC 3339 date %s is read', (text, instant) => {
    expect((decode('text', 'date', text) as Date).toISOString()).toBe(instant);
    expect((decode('json', 'date', text) as Date).toISOString()).toBe(instant);
  });

  it.each([
    '',
    'today',
    '0',
    '1767225600000',
    '2026',
    '2026-03',
    '2026-02-30',
    '2025-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-03-10T24:00:00Z',
    '2026-03-10T12:60:00Z',
    '2026-03-10T12:30:61Z',
    '2026-03-10T12:30:60Z',
    '2026-03-10T12:30:00',
    '2026-03-10T12:30Z',
    '2026-03-10T12:30:00+0200',
    '2026-03-10T12:30:00+24:00',
    '2026-03-10 12:30:00Z',
    '+002026-03-10',
    '0000-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    ' 2026-03-10',
    'Tue, 10 Mar 2026 12:00:00 GMT',
  ])('that is no RFC 3339 date is an error: "%s"', (text) => {
    expect(decode('text', 'date', text)).toBe(UNDECODABLE);
    expect(decode('json', 'date', text)).toBe(UNDECODABLE);
  });

  it('that prints a finite number is read as that number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(decode('text', 'number', String(number))).toBe(number === 0 ? 0 : number);
        expect(decode('text', 'number', JSON.stringify(number))).toBe(number === 0 ? 0 : number);
      }),
    );
  });

  it.each<[DecodingPlan & string, RegExp]>([
    ['number', /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/],
    ['bigint', /^-?(?:0|[1-9]\d*)$/],
  ])('is a %s just when the grammar says so: %s', (plan, grammar) => {
    const piece = fc.constantFrom('-', '+', '0', '1', '9', '23', '.', 'e', 'E', ' ', 'x', '_', '١');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const text = pieces.join('');
        const isRead = grammar.test(text) && Number.isFinite(Number(text));
        expect(decode('text', plan, text) !== UNDECODABLE).toBe(isRead);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is a date just when it is one that the calendar and the clock have', () => {
    const digits = (length: number, max: number) =>
      fc.integer({ min: 0, max }).map((number) => String(number).padStart(length, '0'));
    const parts = fc.record({
      day: fc.tuple(digits(4, 9999), digits(2, 13), digits(2, 32)).map((numbers) => numbers.join('-')),
      time: fc.tuple(digits(2, 24), digits(2, 60), digits(2, 59)).map((numbers) => numbers.join(':')),
      fraction: fc.constantFrom('', '.', '.5', '.123', '.1239'),
    });
    fc.assert(
      fc.property(parts, ({ day, time, fraction }) => {
        const text = `${day}T${time}${fraction}Z`;
        const date = new Date(text);
        const isDate = !Number.isNaN(date.getTime()) && !text.includes('.Z');
        // JavaScript goes over to the next day for 24:00, and to the next month for February 30.
        const isRead = isDate && date.toISOString().startsWith(day);
        expect(decode('text', 'date', text)).toEqual(isRead ? date : UNDECODABLE);
      }),
      { numRuns: 2_000 },
    );
  });

  it('that prints a date is read as that date', () => {
    const min = new Date('0001-01-01T00:00:00Z');
    const max = new Date('9999-12-31T23:59:59.999Z');
    fc.assert(
      fc.property(fc.date({ min, max, noInvalidDate: true }), (date) => {
        expect(decode('text', 'date', date.toISOString())).toStrictEqual(date);
      }),
    );
  });
});

describe('A JSON value', () => {
  it.each<[DecodingPlan, unknown, unknown]>([
    ['number', '7', '7'],
    ['number', 7, 7],
    ['boolean', 'true', 'true'],
    ['boolean', 1, 1],
    ['string', 7, 7],
    ['bigint', '7', 7n],
    ['bigint', 7, UNDECODABLE],
    ['bigint', '7.5', UNDECODABLE],
    ['date', 1767225600000, UNDECODABLE],
    ['date', null, UNDECODABLE],
    ['date', '2026-03-10', utc('2026-03-10')],
    [{ set: 'any' }, ['a', 'a'], new Set(['a'])],
    [{ set: 'date' }, 'a', 'a'],
    [{ array: 'date' }, ['2026-03-10'], [utc('2026-03-10')]],
    [{ array: 'date' }, '2026-03-10', '2026-03-10'],
    [{ object: { at: 'date' } }, { at: '2026-03-10', n: 1 }, { at: utc('2026-03-10'), n: 1 }],
    [{ object: { at: 'date' } }, [1], [1]],
    [{ union: ['null', 'date'] }, null, null],
    [{ union: ['null', 'date'] }, '2026-03-10', utc('2026-03-10')],
    [{ union: ['null', 'date'] }, 5, UNDECODABLE],
    [{ union: ['date', 'string'] }, 'soon', 'soon'],
    [{ union: ['number', 'date'] }, 5, 5],
    [{ union: [{ literal: ['now'] }, 'date'] }, 'now', 'now'],
    [{ union: ['date', { array: 'date' }] }, ['2026-03-10'], [utc('2026-03-10')]],
  ])('of plan %j is decoded only where JSON cannot carry it: %j', (plan, value, expected) => {
    expect(decode('json', plan, value)).toStrictEqual(expected);
  });

  it('is decoded as the member of a union that its discriminator names', () => {
    const plan: DecodingPlan = {
      union: [
        { object: { kind: { literal: ['text'] }, value: 'string' } },
        { object: { kind: { literal: ['date'] }, value: 'date' } },
      ],
    };
    const value = '2026-03-10';
    expect(decode('json', plan, { kind: 'text', value })).toEqual({ kind: 'text', value });
    expect(decode('json', plan, { kind: 'date', value })).toEqual({ kind: 'date', value: utc(value) });
  });

  it('of a recursive schema is decoded at every depth', () => {
    const plans: NamedPlans = {
      Node: { object: { at: 'date', children: { array: { ref: 'Node' } } } },
    };
    const node = (children: unknown[]) => ({ at: '2026-03-10', children });
    const decoded = decode('json', { ref: 'Node' }, node([node([])]), plans);
    expect(decoded).toEqual({
      at: utc('2026-03-10'),
      children: [{ at: utc('2026-03-10'), children: [] }],
    });
  });

  it('is never changed itself', () => {
    const value = Object.freeze({ at: '2026-03-10', list: Object.freeze(['2026-03-10']) });
    decode('json', { object: { at: 'date', list: { array: 'date' } } }, value);
    expect(value).toEqual({ at: '2026-03-10', list: ['2026-03-10'] });
  });
});

describe('A decoder', () => {
  it('names the location of every error', () => {
    const plan: DecodingPlan = { object: { a: { array: 'number' }, b: { object: { c: 'boolean' } } } };
    const { issues } = prepareDecoder(plan, 'text')({ a: ['1', 'x'], b: { c: 'maybe' } });
    expect(issues).toEqual([
      { code: 'invalid_type', expected: 'number', input: 'x', path: ['a', 1] },
      { code: 'invalid_type', expected: 'boolean', input: 'maybe', path: ['b', 'c'] },
    ]);
  });

  it('reports of an object in a union what is wrong with the nearest member', () => {
    const plan: DecodingPlan = {
      union: [
        { object: { kind: { literal: ['a'] }, n: 'string' } },
        { object: { kind: { literal: ['b'] }, n: 'number', m: 'number' } },
      ],
    };
    const { value, issues } = prepareDecoder(plan, 'text')({ kind: 'b', n: 'x', m: '5' });
    expect(value).toEqual({ kind: 'b', n: 'x', m: 5 });
    expect(issues.map(({ path }) => path)).toEqual([['n']]);
  });

  it.each<[DecodingMode, DecodingPlan]>([
    ['json', { array: 'date' }],
    ['text', { set: 'date' }],
    ['text', { tuple: ['date', 'date'] }],
  ])(
    'reports of a list in a union which item is wrong where only one member is a list: %s %j',
    (mode, list) => {
      const decodeList = prepareDecoder({ union: ['boolean', list, 'number'] }, mode);
      const { issues } = decodeList(['2026-03-10', 'soon'], ['at']);
      expect(issues.map(({ path }) => path)).toEqual([['at', 1]]);
      const either = prepareDecoder({ union: [list, { array: 'number' }] }, mode);
      expect(either(['2026-03-10', 'soon'], ['at']).issues).toEqual([]);
    },
  );

  it('does not take exponential time for nested unions that hardly differ', () => {
    const plans: NamedPlans = {
      Tree: {
        union: [
          { object: { next: { ref: 'Tree' }, end: { object: { at: 'bigint' } } } },
          { object: { next: { ref: 'Tree' }, end: { object: { at: 'date' } } } },
        ],
      },
    };
    let value: unknown = { end: { at: '2026-03-10' } };
    for (let depth = 0; depth < 60; depth++) value = { next: value, end: { at: '2026-03-10' } };
    const before = process.cpuUsage();
    decode('json', { ref: 'Tree' }, value, plans);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
  });

  it('knows of a union of unions only its innermost members', () => {
    const plans: NamedPlans = { Id: { union: ['number', 'string'] } };
    expect(decode('text', { union: ['boolean', { ref: 'Id' }] }, '12', plans)).toBe(12);
    expect(decode('text', { union: ['boolean', { ref: 'Id' }] }, 'x', plans)).toBe('x');
  });

  it('refuses a plan that the table does not have', () => {
    expect(() => prepareDecoder({ ref: 'Gone' }, 'json', {})).toThrow('no plan "Gone"');
  });

  it('of null or one other kind is decoded however long a list of them is', () => {
    const decode = prepareDecoder({ array: { union: ['date', 'null'] } }, 'json');
    const { value, issues } = decode(
      Array.from({ length: 50_000 }, (_, index) => (index % 2 ? '2026-01-02' : null)),
    );
    expect(issues).toEqual([]);
    expect((value as unknown[]).slice(0, 2)).toEqual([null, new Date('2026-01-02')]);
    expect((value as unknown[]).filter((item) => typeof item === 'string')).toEqual([]);
  });
});
