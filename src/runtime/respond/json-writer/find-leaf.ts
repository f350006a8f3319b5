import type { Definition } from '../../../authoring/inner-schemas.js';
import type { Schema } from '../../../definition/schema.js';
import { UUID_PATTERN } from './is-uuid.js';
import { type Appending, GIVE_UP, type JsonWriter } from './json-writer.js';
import { printDate } from './print-date.js';
import { printString } from './print-string.js';

/** A text, number, boolean, date, literal or enum: how it is written in place, or what writes it. */
export type Leaf =
  | { readonly kind: 'code'; readonly append: (variable: string) => Appending }
  | { readonly kind: 'function'; readonly write: JsonWriter };

interface Plain {
  /** What is to be true of it. */
  readonly check: (variable: string) => string;
  /** What it is printed as, between its quotes where it has some. */
  readonly print: (variable: string) => string;
  readonly quote?: string;
  readonly write: JsonWriter;
}

/** Those that can be judged without zod, as long as they have no checks and coerce nothing. */
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

const UUID: Omit<Plain, 'write'> = {
  check: (name) => `typeof ${name} === 'string' && isUuid(${name})`,
  print: (name) => name,
  quote: '"',
};

const DATE: JsonWriter = (value) => (value instanceof Date ? printDate(value) : undefined);

/** Finds how a text, number, boolean, date, literal or enum is written; undefined for anything else. */
export function findLeaf(schema: Schema, { type, checks, coerce, format }: Definition): Leaf | undefined {
  if (type === 'literal' || type === 'enum') return asFunction(prepareChoice(schema));
  const pattern = type === 'string' && coerce !== true ? findPattern(schema) : undefined;
  if (pattern) return isUuidPattern(pattern) ? asCode(UUID) : asFunction(prepareFormatted(pattern));
  const plain = PLAIN[type];
  const isBare = coerce !== true && format === undefined && (checks === undefined || isEmpty(checks));
  if (plain && isBare) return asCode(plain);
  const write = type === 'date' ? DATE : plain?.write;
  if (!write) return undefined;
  return asFunction(isBare ? write : prepareChecked(schema, write));
}

function asCode({ check, print, quote = '' }: Omit<Plain, 'write'>): Leaf {
  return {
    kind: 'code',
    append: (name) => ({
      open: quote,
      code: `if (!(${check(name)})) ${GIVE_UP} text += ${print(name)};`,
      close: quote,
    }),
  };
}

function asFunction(write: JsonWriter | undefined): Leaf | undefined {
  return write && { kind: 'function', write };
}

/** Formats of which zod asks nothing but whether their pattern fits. */
const PATTERN_FORMATS = new Set('guid uuid nanoid cuid cuid2 ulid xid ksuid email'.split(' '));

/** The pattern of a text that is checked by one and by nothing else. */
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

function isUuidPattern({ source, flags }: RegExp): boolean {
  return source === UUID_PATTERN.source && flags === UUID_PATTERN.flags;
}

function prepareFormatted(pattern: RegExp): JsonWriter {
  return (value) => (typeof value === 'string' && pattern.test(value) ? printString(value) : undefined);
}

function isEmpty(list: unknown): boolean {
  return Array.isArray(list) && list.length === 0;
}

/** One of a few values, whose texts are known beforehand. */
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

/** zod itself checks it, and may change it. */
function prepareChecked(schema: Schema, print: JsonWriter): JsonWriter {
  const { _zod } = schema;
  return (value) => {
    const checked = _zod.run({ value, issues: [] }, SYNCHRONOUS);
    return checked instanceof Promise || checked.issues.length > 0 ? undefined : print(checked.value);
  };
}
