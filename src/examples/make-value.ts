import { isNever, measureDepth, mergeSchemas, resolveSchema } from './combine-schemas.js';
import { makeList } from './make-list.js';
import { makeNumber } from './make-number.js';
import { makeObject } from './make-object.js';
import { makeString } from './make-string.js';
import { isSparse, type Making, MOST_ITEMS } from './making.js';
import type { MockSchema } from './mock-schema.js';
import { drawOne } from './random.js';

/** Makes a value that satisfies a schema. */
export function makeValue(schema: MockSchema, making: Making): unknown {
  const { anyOf, ...others } = resolveSchema(schema, making.schemas);
  if (anyOf) return makeValue(mergeSchemas(others, chooseMember(anyOf, making)), making);
  const { oneOf, ...rest } = others;
  if (oneOf) return makeValue(mergeSchemas(rest, chooseMember(oneOf, making)), making);
  const { random } = making;
  if (rest.const !== undefined) return rest.const;
  if (rest.enum) return drawOne(random, rest.enum);
  if (rest.examples?.length) return drawOne(random, rest.examples);
  const type = typeof rest.type === 'string' || !rest.type ? rest.type : drawOne(random, rest.type);
  // The requested number of items is the length of the outermost list.
  const mostItems = type === 'array' ? MOST_ITEMS : making.mostItems;
  const makePart = (part: MockSchema) => makeValue(part, { ...making, depth: making.depth + 1, mostItems });
  switch (type) {
    case 'object':
      return makeObject(rest, making, makePart);
    case 'array':
      return makeList(rest, making, makePart);
    case 'integer':
    case 'number':
      return makeNumber({ ...rest, type }, random);
    case 'boolean':
      return random() < 0.5;
    case 'null':
      return null;
    default:
      return makeString(rest, making);
  }
}

function chooseMember(choices: readonly MockSchema[], making: Making): MockSchema {
  const members = choices.filter((member) => !isNever(member));
  if (!isSparse(making)) return drawOne(making.random, members);
  const depths = members.map((member) => measureDepth(member, making.schemas));
  return members[depths.indexOf(Math.min(...depths))] as MockSchema;
}
