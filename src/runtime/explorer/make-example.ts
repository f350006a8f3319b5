import { makeValue } from '../../examples/make-value.js';
import { DEPTH_LIMIT, type Making } from '../../examples/making.js';
import type { MockSchema, MockSchemas } from '../../examples/mock-schema.js';
import { createRandom } from '../../examples/random.js';
import type { Media, Operation, Parameter } from './openapi.js';

/** The values of one call of an operation. */
export interface Example {
  /** Of the parameters that have to be there. */
  readonly parameters: ReadonlyMap<Parameter, unknown>;
  /** Undefined where the operation takes no body, or a form. */
  readonly body: unknown;
  /** The parts of a form, in their order; undefined where the operation takes no form. */
  readonly form?: readonly FormPart[];
}

export interface FormPart {
  readonly name: string;
  readonly as: 'file' | 'json' | 'text';
  /** Whether the field is a list, of which this is an item. */
  readonly isList: boolean;
  /** The name of a file, JSON data, or what the text means. */
  readonly value: unknown;
}

/** A fixed moment, so that every process of a service has the same examples. */
const NOW_MS = Date.UTC(2026, 0, 1);

/**
 * Makes a call that the input's schema accepts. What may be left out is: a value that fits the schema may still not be
 * what the handler wants, such as a date that has to be in the future.
 */
export function makeExample({ parameters = [], requestBody }: Operation, schemas: MockSchemas): Example {
  const making = startMaking(schemas);
  const needed = parameters.flatMap((parameter): [Parameter, unknown][] =>
    '$ref' in parameter || !parameter.required ? [] : [[parameter, makeValue(parameter.schema, making)]],
  );
  const schema = requestBody?.content['application/json']?.schema;
  const form = requestBody?.content['multipart/form-data'];
  return {
    parameters: new Map(needed),
    body: schema && makeBody(schema, making),
    ...(form && { form: listParts(form, making) }),
  };
}

/** Files are told by their encoding, as is JSON; all else is text. */
function listParts({ schema, encoding = {} }: Media, making: Making): readonly FormPart[] {
  return Object.entries(makeBody(schema, making) as object).flatMap(([name, value]) => {
    const type = encoding[name]?.contentType;
    const as = type === undefined ? 'text' : type === JSON_TYPE ? 'json' : 'file';
    const isList = Array.isArray(value);
    if (type !== undefined && as === 'file') return [{ name, as, isList, value: nameFile(name, type) }];
    return (isList ? value : [value]).map((item: unknown) => ({ name, as, isList, value: item }) as const);
  });
}

const JSON_TYPE = 'application/json';

/** A name that suits the first of some media types. */
function nameFile(field: string, types: string): string {
  const [, subtype = ''] = /^[\w-]+\/(\w{2,4})\b/.exec(types) ?? [];
  return `${field.replace(/\W+/g, '-')}.${subtype === '' ? 'bin' : subtype}`;
}

/** What makes values with nothing in them that may be left out. */
export function startMaking(schemas: MockSchemas): Making {
  // The same series for each operation: alike operations have alike examples, which compress well.
  const random = createRandom('explorer');
  return { random, schemas, depth: DEPTH_LIMIT, nowMs: NOW_MS, mostItems: 1 };
}

/** Where nothing is required, some of what may be there: an empty object shows nothing, and may be refused. */
function makeBody(schema: MockSchema, making: Making): unknown {
  const least = makeValue(schema, making);
  const isEmpty = typeof least === 'object' && least !== null && Object.keys(least).length === 0;
  return isEmpty ? makeValue(schema, { ...making, depth: DEPTH_LIMIT - 1 }) : least;
}
