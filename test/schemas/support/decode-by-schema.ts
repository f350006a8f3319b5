import * as z from 'zod';

/** What a schema's leaf of this kind cannot be. */
const UNFIT = Symbol('unfit');

/** RFC 3339, and a full date. */
const DATE = /^\d{4}-\d\d-\d\d(?:t\d\d:\d\d:\d\d(?:\.\d+)?(?:z|[+-]\d\d:\d\d))?$/i;

/** A number as JSON writes it. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

type Mode = 'text' | 'json';

/**
 * What a value that travelled means to a schema, told by zod itself: the second opinion beside the plans that the
 * compiler makes. Text decodes every leaf, JSON what it cannot carry; of a union's members the most specific that
 * zod then takes. What does not fit is left as it came.
 */
export function decodeBySchema(schema: z.core.$ZodType, value: unknown, mode: Mode): unknown {
  const decoded = decode(schema as z.core.$ZodTypes, value, mode);
  return decoded === UNFIT ? value : decoded;
}

function decode(schema: z.core.$ZodTypes, value: unknown, mode: Mode): unknown {
  const { def } = schema._zod;
  const into = (part: unknown, inner: unknown = value) => decode(part as z.core.$ZodTypes, inner, mode);
  const leaf = (part: unknown, inner: unknown) => decodeBySchema(part as z.core.$ZodType, inner, mode);
  switch (def.type) {
    case 'date':
      return decodeDate(value);
    case 'bigint':
      return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : UNFIT;
    case 'number':
      if (mode === 'json') return typeof value === 'number' ? value : UNFIT;
      return typeof value === 'string' && NUMBER.test(value) ? takeValid(Number(value)) : UNFIT;
    case 'boolean':
      if (mode === 'json') return typeof value === 'boolean' ? value : UNFIT;
      return value === 'true' || value === '1' ? true : value === 'false' || value === '0' ? false : UNFIT;
    case 'null':
      if (mode === 'json') return value === null ? null : UNFIT;
      return value === 'null' ? null : UNFIT;
    case 'string':
    case 'template_literal':
      return typeof value === 'string' ? value : UNFIT;
    case 'enum':
    case 'literal': {
      const values = [...(schema._zod.values ?? [])];
      if (mode === 'json') return values.includes(value as never) ? value : UNFIT;
      const printed = values.find((one) => String(one) === value);
      const digit = value === '1' ? true : value === '0' ? false : UNFIT;
      return printed !== undefined ? printed : values.includes(digit as never) ? digit : UNFIT;
    }
    case 'array':
      return list(value, mode)?.map((item) => leaf(def.element, item)) ?? UNFIT;
    case 'set': {
      const items = list(value, mode);
      return items ? new Set(items.map((item) => leaf(def.valueType, item))) : UNFIT;
    }
    case 'tuple': {
      const part = (index: number) => def.items[index] ?? def.rest;
      const items = list(value, mode);
      return items?.map((item, index) => (part(index) ? leaf(part(index), item) : item)) ?? UNFIT;
    }
    case 'object':
      return members(value, mode, (key, item) => {
        const part = Object.hasOwn(def.shape, key) ? def.shape[key] : def.catchall;
        return part ? leaf(part, item) : item;
      });
    case 'record':
      return members(value, mode, (_, item) => leaf(def.valueType, item));
    case 'union':
      return choose(def.options as readonly z.core.$ZodTypes[], value, mode);
    case 'intersection': {
      const [left, right] = [into(def.left), into(def.right)];
      const isBoth = [left, right].every((part) => typeof part === 'object' && part !== null);
      // Each side decodes what it knows; what it does not know it leaves as a text.
      return isBoth ? joinDecoded(value as object, left as object, right as object) : left;
    }
    case 'nullable':
      return value === null || (mode === 'text' && value === 'null') ? null : into(def.innerType);
    case 'optional':
      return value === undefined ? undefined : into(def.innerType);
    case 'default':
    case 'prefault':
    case 'readonly':
    case 'nonoptional':
    case 'catch':
      return into(def.innerType);
    case 'lazy':
      return into(def.getter());
    case 'pipe':
      return into((def.in as z.core.$ZodTypes)._zod.def.type === 'transform' ? def.out : def.in);
    default:
      return value;
  }
}

function decodeDate(value: unknown): Date | typeof UNFIT {
  if (typeof value !== 'string' || !DATE.test(value)) return UNFIT;
  const day = value.slice(0, 10);
  const midnight = new Date(`${day}T00:00:00Z`);
  const isReal = !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
  // V8 misreads fractions of more than nine digits; a date has three.
  const text = value.toUpperCase().replace(/(\.\d{3})\d+/, '$1');
  const date = takeValid(new Date(text));
  const year = date === UNFIT ? -1 : date.getUTCFullYear();
  return isReal && year >= 0 && year <= 9999 ? date : UNFIT;
}

function takeValid<Value extends Date | number>(value: Value): Value | typeof UNFIT {
  return Number.isNaN(Number(value)) ? UNFIT : value;
}

function list(value: unknown, mode: Mode): readonly unknown[] | undefined {
  return Array.isArray(value) ? value : mode === 'text' && typeof value === 'string' ? [value] : undefined;
}

function members(value: unknown, mode: Mode, decodeMember: (key: string, item: unknown) => unknown): unknown {
  // In a query, nothing in a list and nothing in an object are one.
  if (mode === 'text' && Array.isArray(value) && value.length === 0) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return UNFIT;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, decodeMember(key, item)]));
}

const SPECIFICITY = ['literal', 'enum', 'null', 'number', 'bigint', 'boolean', 'date'];

function choose(options: readonly z.core.$ZodTypes[], value: unknown, mode: Mode): unknown {
  const rank = ({ _zod: { def } }: z.core.$ZodTypes) => {
    const index = SPECIFICITY.indexOf(def.type);
    return index >= 0 ? index : def.type === 'string' ? 99 : 50;
  };
  for (const option of [...options].sort((left, right) => rank(left) - rank(right))) {
    const decoded = decode(option, value, mode);
    if (decoded !== UNFIT && z.safeParse(option, decoded).success) return decoded;
  }
  return UNFIT;
}

function joinDecoded(raw: object, left: object, right: object): object {
  const entries = Object.entries(raw).map(([key, item]) => {
    const [first, second] = [(left as Record<string, unknown>)[key], (right as Record<string, unknown>)[key]];
    return [key, first === item ? second : first];
  });
  return Object.fromEntries(entries);
}
