import type { Definition } from '../../../authoring/inner-schemas.js';
import type { Schema } from '../../../authoring/schema.js';
import type { JsonWriter } from './json-writer.js';
import { printDate } from './print-date.js';
import { printString } from './print-string.js';

/** Those that can be judged without zod, as long as they have no checks and coerce nothing. */
const PLAIN: Readonly<Record<string, JsonWriter | undefined>> = {
  string: (value) => (typeof value === 'string' ? printString(value) : undefined),
  number: (value) => (Number.isFinite(value) ? `${value}` : undefined),
  boolean: (value) => (typeof value === 'boolean' ? `${value}` : undefined),
  date: (value) => (value instanceof Date ? printDate(value) : undefined),
  null: (value) => (value === null ? 'null' : undefined),
};

/** Prepares the writer of a text, number, boolean, date, literal or enum; undefined for anything else. */
export function prepareLeaf(
  schema: Schema,
  { type, checks, coerce, format }: Definition,
): JsonWriter | undefined {
  if (type === 'literal' || type === 'enum') return prepareChoice(schema);
  const pattern = type === 'string' && coerce !== true ? findPattern(schema) : undefined;
  if (pattern) return prepareFormatted(pattern);
  const plain = PLAIN[type];
  const isBare = coerce !== true && format === undefined && (checks === undefined || isEmpty(checks));
  return plain === undefined || isBare ? plain : prepareChecked(schema, plain);
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
