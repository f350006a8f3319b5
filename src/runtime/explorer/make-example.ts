import { type GenerationContext, MAX_DEPTH } from '../../examples/generation-context.js';
import { makeValue } from '../../examples/make-value.js';
import type { MockSchema, MockSchemas } from '../../examples/mock-schema.js';
import { createRandom } from '../../examples/random.js';
import type { Media, Operation, Parameter } from './openapi.js';

/** Values for one call of an operation. */
export interface Example {
  /** The values of the required parameters. */
  readonly parameters: ReadonlyMap<Parameter, unknown>;
  /** Undefined if the operation takes no body, or a form. */
  readonly body: unknown;
  /** The parts of a form, in order; undefined if the operation takes no form. */
  readonly form?: readonly FormPart[];
}

export interface FormPart {
  readonly name: string;
  readonly as: 'file' | 'json' | 'text';
  /** Whether the field is a list, of which this is one item. */
  readonly isList: boolean;
  /** The name of a file, a JSON value, or the value that the text represents. */
  readonly value: unknown;
}

/** A fixed time, so that every process of a service has the same examples. */
const NOW_MS = Date.UTC(2026, 0, 1);

/**
 * Creates values for a call that the input's schema accepts. Omits optional values: one that fits the schema may still
 * not be valid for the handler, such as a date that must be in the future.
 */
export function makeExample({ parameters = [], requestBody }: Operation, schemas: MockSchemas): Example {
  const context = createContext(schemas);
  const needed = parameters.flatMap((parameter): [Parameter, unknown][] =>
    '$ref' in parameter || !parameter.required ? [] : [[parameter, makeValue(parameter.schema, context)]],
  );
  const schema = requestBody?.content['application/json']?.schema;
  const form = requestBody?.content['multipart/form-data'];
  return {
    parameters: new Map(needed),
    body: schema && makeBody(schema, context),
    ...(form && { form: listParts(form, context) }),
  };
}

/** Lists the parts of a form. Files and JSON are recognized by their encoding; everything else is text. */
function listParts({ schema, encoding = {} }: Media, context: GenerationContext): readonly FormPart[] {
  return Object.entries(makeBody(schema, context) as object).flatMap(([name, value]) => {
    const type = encoding[name]?.contentType;
    const as = type === undefined ? 'text' : type === JSON_TYPE ? 'json' : 'file';
    const isList = Array.isArray(value);
    if (type !== undefined && as === 'file') return [{ name, as, isList, value: nameFile(name, type) }];
    return (isList ? value : [value]).map((item: unknown) => ({ name, as, isList, value: item }) as const);
  });
}

const JSON_TYPE = 'application/json';

/** Returns a file name that fits the first of the media types. */
function nameFile(field: string, types: string): string {
  const [, subtype = ''] = /^[\w-]+\/(\w{2,4})\b/.exec(types) ?? [];
  return `${field.replace(/\W+/g, '-')}.${subtype === '' ? 'bin' : subtype}`;
}

/** Returns the context of values without optional parts. */
export function createContext(schemas: MockSchemas): GenerationContext {
  // The same seed for each operation: similar operations have similar examples, which compress well.
  const random = createRandom('explorer');
  return { random, schemas, depth: MAX_DEPTH, nowMs: NOW_MS, maxItems: 1 };
}

/** If nothing is required, includes some optional values: an empty object shows nothing, and may be refused. */
function makeBody(schema: MockSchema, context: GenerationContext): unknown {
  const smallest = makeValue(schema, context);
  const isEmpty = typeof smallest === 'object' && smallest !== null && Object.keys(smallest).length === 0;
  return isEmpty ? makeValue(schema, { ...context, depth: MAX_DEPTH - 1 }) : smallest;
}
