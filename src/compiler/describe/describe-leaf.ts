import { type OutputKind, outputKindOf } from '../../definition/output-kind.js';
import type { Schema } from '../../definition/schema.js';
import { type LeafKind, type Shape, type Side, unsupported } from '../schema/shape.js';
import { type AnyDef, defOf } from './zod-schema.js';

const LEAVES: Partial<Record<AnyDef['type'], LeafKind>> = {
  string: 'string',
  template_literal: 'string',
  number: 'number',
  bigint: 'bigint',
  boolean: 'boolean',
  date: 'date',
  null: 'null',
  any: 'any',
  unknown: 'any',
  never: 'never',
};

const UNSUPPORTED: Partial<Record<AnyDef['type'], readonly [reason: string, help: string]>> = {
  symbol: ['JSON cannot represent a symbol', 'Use a string: `z.string()` or `z.enum([…])`.'],
  nan: ['JSON cannot represent NaN', 'Use `z.number()`, `.nullable()` where there may be none.'],
  function: ['JSON cannot represent a function', 'Remove it from the schema.'],
  promise: ['JSON cannot represent a promise', 'Use the schema of its result; a handler may be async.'],
  map: ['JSON cannot represent a Map', 'Use `z.record(…)`, or an array of tuples.'],
  custom: [
    'a custom schema does not state its type',
    'Use `z.string()`, `z.date()`, `z.object(…)` and the like, with `.refine(…)` for further checks.',
  ],
};

const STREAM = [
  'a stream is',
  'Make `eventStream()` or `jsonLines()` the whole output, or use `z.array(…)`.',
] as const;

/** Kinds of output that cannot be part of another. */
const WHOLE_OUTPUTS: Partial<Record<OutputKind['kind'], readonly [subject: string, help: string]>> = {
  binary: ['bytes are', 'Make `binary()` the whole output, or use `z.base64()` for a few bytes.'],
  events: STREAM,
  lines: STREAM,
  redirect: [
    'a redirect is',
    'Make `redirect()` the whole output, or use `z.url()` for a URL that the caller reads.',
  ],
};

const FILE_IN_OUTPUT = unsupported(
  'JSON cannot represent a file',
  'Make `binary()` the whole output, or use `z.base64()` for a few bytes.',
);

const UNKNOWN_RESULT = unsupported(
  'the result type of a transform is unknown',
  'Add `.pipe(…)` after the transform to declare its result.',
);

/** Describes a schema without inner schemas, or one that JSON cannot represent; undefined for any other. */
export function describeLeaf(schema: Schema, side: Side): Shape | undefined {
  const def = defOf(schema);
  const leaf = LEAVES[def.type];
  if (leaf) return { kind: 'leaf', leaf };
  const [subject, wholeHelp] = WHOLE_OUTPUTS[outputKindOf(schema).kind] ?? [];
  if (subject)
    return unsupported(`${subject} the whole output of a procedure, and no part of JSON`, wholeHelp);
  const [reason, help] = UNSUPPORTED[def.type] ?? [];
  if (reason) return unsupported(reason, help);
  switch (def.type) {
    case 'undefined':
    case 'void':
      return { kind: 'absent' };
    case 'enum':
      return { ...describeLiteral(listEnumValues(def.entries)), isEnum: true } as Shape;
    case 'literal':
      return describeLiteral(def.values);
    case 'file':
      return side === 'input' ? describeFile(def) : FILE_IN_OUTPUT;
    case 'success':
      return side === 'output' ? { kind: 'leaf', leaf: 'boolean' } : undefined;
    case 'transform':
      return side === 'input' ? { kind: 'leaf', leaf: 'any' } : UNKNOWN_RESULT;
    default:
      return undefined;
  }
}

function describeFile({ checks = [] }: Extract<AnyDef, { type: 'file' }>): Shape {
  const named = checks.map((check) => (check._zod.def as { readonly mime?: readonly string[] }).mime);
  const [first, ...others] = named.filter((types) => types !== undefined);
  if (!first) return { kind: 'file' };
  const contentTypes = first.filter((type) => others.every((types) => types.includes(type)));
  return { kind: 'file', contentTypes };
}

function describeLiteral(values: readonly unknown[]): Shape {
  const present = values.filter((value) => value !== undefined);
  const unrepresentable = present.find((value) => !isJsonScalar(value));
  if (unrepresentable !== undefined) {
    const name =
      typeof unrepresentable === 'bigint'
        ? `a bigint literal (${unrepresentable}n)`
        : String(unrepresentable);
    const help = `Use \`z.literal('${String(unrepresentable)}')\`, a string, instead.`;
    return unsupported(`JSON cannot represent ${name}`, help);
  }
  const literal: Shape = { kind: 'literal', values: present as (string | number | boolean | null)[] };
  return present.length < values.length ? { kind: 'union', members: [literal, { kind: 'absent' }] } : literal;
}

function isJsonScalar(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value);
  return value === null || typeof value === 'string' || typeof value === 'boolean';
}

/** Lists the values of a TypeScript enum without the reverse mapping of numeric members. */
function listEnumValues(entries: Readonly<Record<string, string | number>>): (string | number)[] {
  const numeric = Object.values(entries).filter((value) => typeof value === 'number');
  return Object.entries(entries)
    .filter(([key]) => !numeric.includes(Number(key)))
    .map(([, value]) => value);
}
