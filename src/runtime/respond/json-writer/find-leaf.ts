import type { Definition } from '../../../definition/inner-schemas.js';
import type { Schema } from '../../../definition/schema.js';
import { printString } from './print-string.js';

/** How a string, number, boolean, date, literal or enum is written: by inline code or by a function. */
export type Leaf =
  | { readonly kind: 'code'; readonly append: (variable: string) => Appending }
  | { readonly kind: 'function'; readonly write: JsonWriter };

interface Plain {
  /** Returns the code that checks the value. */
  readonly check: (variable: string) => string;
  /** Returns the code that prints it, without its quotes. */
  readonly print: (variable: string) => string;
  readonly quote?: string;
  readonly write: JsonWriter;
}

/** Types that can be checked without zod if they have no checks and no coercion. */
const PLAIN: Readonly<Record<string, Plain | undefined>> = {
  string: {
    check: (name) => `typeof ${name} === 'string'`,
    print: (name) => `escapeString(${name})`,
    quote: '"',
    write: (value) => printString(value as string),
  },
  number: {
    check: (name) => `Number.isFinite(${name})`,
    print: (name) => name,
    write: (value) => `${value}`,
  },
  boolean: {
    check: (name) => `typeof ${name} === 'boolean'`,
    print: (name) => name,
    write: (value) => `${value}`,
  },
  null: { check: (name) => `${name} === null`, print: () => `'null'`, write: () => 'null' },
};

const DATE: JsonWriter = (value) => (value instanceof Date ? printDate(value) : undefined);

/** Finds the writer of a string, number, boolean, date, literal or enum; undefined for any other schema. */
export function findLeaf(schema: Schema, { type, coerce, format }: Definition): Leaf | undefined {
  if (type === 'literal' || type === 'enum') return asFunction(prepareChoice(schema));
  const pattern = type === 'string' && coerce !== true ? findPattern(schema) : undefined;
  if (pattern) return asFunction(prepareFormatted(pattern));
  const plain = PLAIN[type];
  const isBare = coerce !== true && format === undefined && !hasChecks(schema);
  if (plain && isBare) return asCode(plain);
  const write = type === 'date' ? DATE : plain?.write;
  if (!write) return undefined;
  return asFunction(isBare ? write : prepareChecked(schema, write));
}

function asCode({ check, print, quote = '' }: Plain): Leaf {
  return {
    kind: 'code',
    append: (name) => ({
      open: quote,
      code: `if (!(${check(name)})) ${BAIL_OUT} text += ${print(name)};`,
      close: quote,
    }),
  };
}

function asFunction(write: JsonWriter | undefined): Leaf | undefined {
  return write && { kind: 'function', write };
}

/** Formats that zod checks only by their pattern. */
const PATTERN_FORMATS = new Set('guid uuid nanoid cuid cuid2 ulid xid ksuid email'.split(' '));

/** Returns the pattern of a string if it is the string's only check. */
function findPattern({ _zod }: Schema): RegExp | undefined {
  const own = 'format' in _zod.def ? [_zod.def as unknown as FormatCheck] : [];
  const [only, ...others] = [...own, ...(_zod.def.checks ?? []).map(({ _zod }) => _zod.def as FormatCheck)];
  if (only === undefined || others.length > 0) return undefined;
  const { check, format = '', pattern } = only;
  const isKnown = check === 'string_format' && PATTERN_FORMATS.has(format);
  return isKnown && pattern instanceof RegExp && !pattern.global && !pattern.sticky ? pattern : undefined;
}

interface FormatCheck {
  readonly check: string;
  readonly format?: string;
  readonly pattern?: unknown;
}

function prepareFormatted(pattern: RegExp): JsonWriter {
  return (value) => (typeof value === 'string' && pattern.test(value) ? printString(value) : undefined);
}

/** Prepares the writer of a few values, whose texts are computed in advance. */
function prepareChoice(schema: Schema): JsonWriter | undefined {
  const { values } = schema._zod;
  if (values === undefined || hasChecks(schema)) return undefined;
  const texts = new Map<unknown, string>();
  for (const value of values) {
    if (typeof value !== 'bigint' && typeof value !== 'symbol' && value !== undefined) {
      texts.set(value, JSON.stringify(value));
    }
  }
  return (value) => texts.get(value);
}

function hasChecks({ _zod }: Schema): boolean {
  return (_zod.def.checks?.length ?? 0) > 0;
}

const SYNCHRONOUS = { async: false } as const;

/** Lets zod check the value and possibly change it. */
function prepareChecked(schema: Schema, print: JsonWriter): JsonWriter {
  const { _zod } = schema;
  return (value) => {
    const checked = _zod.run({ value, issues: [] }, SYNCHRONOUS);
    return checked instanceof Promise || checked.issues.length > 0 ? undefined : print(checked.value);
  };
}

/**
 * Checks a value by its schema and prints what the schema declares, in one pass. Undefined only means that zod has to
 * decide: the value may be invalid, or valid in a way that is unknown here.
 */
export type JsonWriter = (value: unknown) => string | undefined;

/** The generated code for that. */
export const BAIL_OUT = 'return undefined;';

/** How a value is appended to `text`: statements, and the literal text before and after what they append. */
export interface Appending {
  readonly open: string;
  readonly code: string;
  readonly close: string;
}

const { getTime, toISOString, toJSON } = Date.prototype;

/** Whether dates print as specified: an application can replace the methods of all dates. */
const hasNativeDates = new Date(0).toJSON() === '1970-01-01T00:00:00.000Z';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Excludes the `T`. */
const TIME_LENGTH = 'HH:MM:SS.sssZ'.length;

const SECONDS = Array.from({ length: 60 }, (_, second) => pad(second, 2));
const MINUTES = Array.from(
  { length: 1440 },
  (_, minute) => `${pad(Math.floor(minute / 60), 2)}:${pad(minute % 60, 2)}:`,
);
const MILLISECONDS = Array.from({ length: 1000 }, (_, millisecond) => `.${pad(millisecond, 3)}Z"`);

function pad(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}

/** The day of the last printed date, and its text: dates of one response are often of the same day. */
let day = Number.NaN;
let dayText = '';

/** Prints a date as a quoted ISO date-time; undefined if it is invalid or overrides methods. */
function printDate(date: Date): string | undefined {
  if (!hasNativeDates || date.toJSON !== toJSON || date.toISOString !== toISOString) return undefined;
  const time = getTime.call(date);
  if (Number.isNaN(time)) return undefined;
  const dayOfDate = Math.floor(time / DAY_MS);
  if (dayOfDate !== day) {
    dayText = `"${date.toISOString().slice(0, -TIME_LENGTH)}`;
    day = dayOfDate;
  }
  const msOfDay = time - dayOfDate * DAY_MS;
  const minute = Math.floor(msOfDay / MINUTE_MS);
  const msOfMinute = msOfDay - minute * MINUTE_MS;
  const second = Math.floor(msOfMinute / 1000);
  return `${dayText}${MINUTES[minute]}${SECONDS[second]}${MILLISECONDS[msOfMinute - second * 1000]}`;
}
