import { isNever, measureDepth, mergeSchemas, resolveSchema } from './combine-schemas.js';
import { type GenerationContext, isSparse, MAX_ITEMS } from './generation-context.js';
import { makeList } from './make-list.js';
import { makeNumber } from './make-number.js';
import { makeObject } from './make-object.js';
import { makeString } from './make-string.js';
import type { MockSchema } from './mock-schema.js';
import { drawOne } from './random.js';

/** Makes a value that satisfies a schema. */
export function makeValue(schema: MockSchema, context: GenerationContext): unknown {
  const { anyOf, ...others } = resolveSchema(schema, context.schemas);
  if (anyOf) return makeValue(mergeSchemas(others, chooseMember(anyOf, context)), context);
  const { oneOf, ...rest } = others;
  if (oneOf) return makeValue(mergeSchemas(rest, chooseMember(oneOf, context)), context);
  const { random } = context;
  if (rest.const !== undefined) return rest.const;
  if (rest.enum) return drawOne(random, rest.enum);
  if (rest.examples?.length) return drawOne(random, rest.examples);
  const type = typeof rest.type === 'string' || !rest.type ? rest.type : drawOne(random, rest.type);
  // The requested number of items is the length of the outermost list.
  const maxItems = type === 'array' ? MAX_ITEMS : context.maxItems;
  const makePart = (part: MockSchema) => makeValue(part, { ...context, depth: context.depth + 1, maxItems });
  switch (type) {
    case 'object':
      return makeObject(rest, context, makePart);
    case 'array':
      return makeList(rest, context, makePart);
    case 'integer':
    case 'number':
      return makeNumber({ ...rest, type }, random);
    case 'boolean':
      return random() < 0.5;
    case 'null':
      return null;
    default:
      return makeString(rest, context);
  }
}

function chooseMember(choices: readonly MockSchema[], context: GenerationContext): MockSchema {
  const members = choices.filter((member) => !isNever(member));
  if (!isSparse(context)) return drawOne(context.random, members);
  const depths = members.map((member) => measureDepth(member, context.schemas));
  return members[depths.indexOf(Math.min(...depths))] as MockSchema;
}
