import * as z from 'zod';
import type { Schema } from '../../definition/schema.js';
import type { Keywords } from '../schema/shape.js';
import { printPattern } from './print-pattern.js';

/** The parts of a check's definition that a description uses. A schema with a format is its own first check. */
export interface CheckDef {
  readonly check?: string;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly length?: unknown;
  readonly size?: unknown;
  readonly value?: unknown;
  readonly inclusive?: boolean;
  readonly format?: string;
  readonly pattern?: RegExp;
  readonly local?: boolean;
  readonly precision?: number | null;
  readonly hostname?: RegExp;
  readonly protocol?: RegExp;
  readonly alg?: string;
  readonly fn?: unknown;
  readonly error?: unknown;
}

/** Lists a schema's checks in order. */
export function listChecks(schema: Schema): readonly CheckDef[] {
  const def = schema._zod.def as CheckDef & { readonly checks?: readonly z.core.$ZodCheck[] };
  const checks = (def.checks ?? []).map((check) => check._zod.def as CheckDef);
  return def.check === undefined ? checks : [def, ...checks];
}

/** Constraints that checks of other libraries record on a schema. */
interface Bag {
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly exclusiveMinimum?: unknown;
  readonly exclusiveMaximum?: unknown;
  readonly multipleOf?: unknown;
  readonly format?: string;
  readonly patterns?: Iterable<RegExp>;
}

/** JSON Schema's names for zod's formats where they differ; empty for those that JSON Schema lacks. */
const FORMATS: ReadonlyMap<string, string> = new Map([
  ['guid', 'uuid'],
  ['url', 'uri'],
  ['datetime', 'date-time'],
  ['json_string', 'json-string'],
  // Unlike those of RFC 3339, zod's times have no offset and its durations may have fractions of a second.
  ...['time', 'duration', 'regex'].map((format) => [format, ''] as const),
  ...['starts_with', 'ends_with', 'includes', 'lowercase', 'uppercase'].map(
    (format) => [format, ''] as const,
  ),
]);

/** Returns the JSON Schema keywords of a schema's own checks. */
export function describeChecks(schema: Schema): Keywords {
  switch (schema._zod.def.type) {
    case 'string':
      return describeStringChecks(schema);
    case 'number':
      return describeNumberChecks(schema);
    case 'template_literal':
      return describePattern(schema._zod.pattern);
    case 'array':
    case 'set':
    case 'tuple':
      return describeSizes(schema, 'Items');
    case 'file':
      return describeSizes(schema, 'Length');
    default:
      return {};
  }
}

function describePattern(expression: RegExp | undefined): Keywords {
  const pattern = expression && printPattern(expression);
  return pattern === undefined ? {} : { pattern };
}

/** Returns the lengths, the last format and the patterns of a string. */
function describeStringChecks(schema: Schema): Keywords {
  const formats = listChecks(schema).filter(({ check }) => check === 'string_format');
  const last = formats.at(-1)?.format ?? bagOf(schema).format ?? '';
  const isLax = formats.some(({ local, precision }) => local || precision === -1);
  const format = isLax ? '' : (FORMATS.get(last) ?? last);
  const encoding = formats.findLast((one) => one.format === 'base64' || one.format === 'base64url')?.format;
  const patterns = listPatterns(schema);
  const printed = patterns.filter((pattern) => pattern !== undefined);
  return {
    ...describeSizes(schema, 'Length'),
    ...(format && { format }),
    ...(encoding && { contentEncoding: encoding }),
    ...(printed.length > 0 &&
      (patterns.length > 1 ? { allOf: printed.map((pattern) => ({ pattern })) } : { pattern: printed[0] })),
  };
}

/** Lists the patterns of a string's checks in JSON Schema's syntax; undefined for one that it cannot express. */
export function listPatterns(schema: Schema): readonly (string | undefined)[] {
  const printed = new Map<RegExp, string | undefined>();
  for (const { check, pattern, format = '', fn } of listChecks(schema)) {
    if (check !== 'string_format' || !pattern) continue;
    printed.set(pattern, (fn === undefined ? exactPatterns.get(format) : undefined) ?? printPattern(pattern));
  }
  for (const pattern of bagOf(schema).patterns ?? []) {
    if (!printed.has(pattern)) printed.set(pattern, printPattern(pattern));
  }
  return [...printed.values()];
}

/** Returns the integer type, the bounds and the divisors of a number. */
function describeNumberChecks(schema: Schema): Keywords {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = readBounds(schema);
  const isAbove = exclusiveMinimum !== undefined && exclusiveMinimum >= (minimum ?? exclusiveMinimum);
  const isBelow = exclusiveMaximum !== undefined && exclusiveMaximum <= (maximum ?? exclusiveMaximum);
  const checks = listChecks(schema);
  const formats = [bagOf(schema).format, ...checks.map(({ format }) => format)];
  const divisors = [
    ...checks.map(({ check, value }) => check === 'multiple_of' && value),
    bagOf(schema).multipleOf,
  ];
  const [first, ...others] = new Set(divisors.filter(isFiniteNumber).filter(Boolean).map(Math.abs));
  return {
    ...(formats.some((format) => format?.includes('int')) && { type: 'integer' }),
    ...(isAbove ? { exclusiveMinimum } : minimum !== undefined && { minimum }),
    ...(isBelow ? { exclusiveMaximum } : maximum !== undefined && { maximum }),
    ...(first !== undefined && { multipleOf: first }),
    ...(others.length > 0 && { allOf: others.map((multipleOf) => ({ multipleOf })) }),
  };
}

function describeSizes(schema: Schema, of: 'Length' | 'Items'): Keywords {
  const { minimum, maximum } = readBounds(schema);
  return {
    ...(minimum !== undefined && { [`min${of}`]: minimum }),
    ...(maximum !== undefined && { [`max${of}`]: maximum }),
  };
}

type Bounds = Partial<Record<'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum', number>>;

/** Returns the narrowest bounds. A bound that is not a finite number is ignored: JSON cannot represent it. */
function readBounds(schema: Schema): Bounds {
  const bounds: Bounds = {};
  const narrow = (key: keyof Bounds, value: unknown): void => {
    if (!isFiniteNumber(value)) return;
    const before = bounds[key] ?? value;
    bounds[key] = key.endsWith('inimum') ? Math.max(before, value) : Math.min(before, value);
  };
  for (const { check, inclusive, value, format = '', length, size, minimum, maximum } of listChecks(schema)) {
    const [least, most] = check === 'number_format' ? (RANGES[format] ?? []) : [];
    if (check === 'greater_than') narrow(inclusive ? 'minimum' : 'exclusiveMinimum', value);
    else if (check === 'less_than') narrow(inclusive ? 'maximum' : 'exclusiveMaximum', value);
    narrow('minimum', least ?? minimum ?? length ?? size);
    narrow('maximum', most ?? maximum ?? length ?? size);
  }
  const bag = bagOf(schema);
  for (const key of ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const)
    narrow(key, bag[key]);
  return bounds;
}

const RANGES: Readonly<Record<string, readonly number[]>> = z.core.util.NUMBER_FORMAT_RANGES;

function bagOf(schema: Schema): Bag {
  return schema._zod.bag;
}

function isFiniteNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

const GROUP = '[0-9a-fA-F]{1,4}';
const BYTE = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const IPV4 = `${BYTE}(?:\\.${BYTE}){3}`;
/** RFC 4291, 2.2: eight groups, `::` once for some of them, optionally an IPv4 address for the last two. */
const IPV6 = [
  `(?:${GROUP}:){7}${GROUP}`,
  `(?:${GROUP}:){1,7}:`,
  ...[1, 2, 3, 4, 5, 6].map((tail) => `(?:${GROUP}:){1,${7 - tail}}(?::${GROUP}){1,${tail}}`),
  `:(?::${GROUP}){1,7}`,
  '::',
  `(?:${GROUP}:){6}${IPV4}`,
  `(?:${GROUP}:){1,5}:${IPV4}`,
  ...[1, 2, 3, 4].map((tail) => `(?:${GROUP}:){1,${5 - tail}}(?::${GROUP}){1,${tail}}:${IPV4}`),
  `:(?::${GROUP}){0,5}:${IPV4}`,
].join('|');

/** What zod's checks of a format accept, where the pattern that zod stores accepts more or less. */
const exactPatterns: ReadonlyMap<string, string> = new Map([
  ['ipv6', `^(?:${IPV6})$`],
  ['cidrv6', `^(?:${IPV6})/(?:12[0-8]|1[01][0-9]|[1-9]?[0-9])$`],
  ['base64', z.regexes.base64.source],
  ['base64url', z.regexes.base64url.source],
]);
