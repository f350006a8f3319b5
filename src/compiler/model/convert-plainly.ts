import * as z from 'zod';
import type { Schema } from '../../authoring/schema.js';
import { compactTypes } from './compact-types.js';
import { completeSchema } from './complete-schema.js';
import type { ConvertedSchema } from './convert-wholly.js';
import { type JsonSchema, REFERENCE_PREFIX } from './json-schema.js';
import { type AnyDef, defOf, findNamedParent, metaOf, type Side } from './zod-schema.js';

/**
 * What `convertWholly` makes of a schema of the most usual kinds, in a third of its time: `z.toJSONSchema` converts each step
 * of `z.string().min(1).max(9)`, and looks through all schemas again and again for what such kinds do not have: circles,
 * intersections, transforms, what stands beside a reference. Undefined where it may find some. What each schema comes to
 * zod itself says here too.
 */
export function convertPlainly(
  schema: Schema,
  side: Side,
  nameOf: (schema: Schema) => string | undefined,
): ConvertedSchema | undefined {
  if (!isPlain(schema, new Set())) return undefined;
  const walk = new Walk(side, nameOf);
  const root = walk.convert(schema);
  return walk.isPlain ? walk.finish(root) : undefined;
}

type Json = Record<string, unknown>;

class Walk {
  /** Until something is met that zod would go over once more. */
  isPlain = true;
  private readonly definitions: Json = {};
  private readonly converted: Json[] = [];
  private readonly context: z.core.ToJSONSchemaContext;
  private readonly side: Side;
  private readonly nameOf: (schema: Schema) => string | undefined;

  constructor(side: Side, nameOf: (schema: Schema) => string | undefined) {
    this.side = side;
    this.nameOf = nameOf;
    const options = { processors: {}, target: 'draft-2020-12', unrepresentable: 'any' } as const;
    this.context = z.core.initializeContext({ ...options, io: side });
  }

  convert(schema: Schema): Json {
    const { seen } = this.context;
    const before = seen.get(schema);
    if (before) return before.schema;
    // zod asks for the parts of a schema where it finds them made.
    for (const part of listParts(defOf(schema))) this.convert(part);
    const made: z.core.Seen = { schema: {}, count: 1 };
    seen.set(schema, made);
    schema._zod.processJSONSchema?.(this.context, made.schema, AT_ROOT);
    const json = this.combine(schema, made.schema, made.ref ? this.convert(made.ref) : {});
    completeSchema(schema, json, this.side, refuse, NOTHING);
    this.converted.push(json);
    const name = this.nameOf(schema);
    if (name !== undefined) this.definitions[name] = json;
    made.schema = name === undefined ? json : { $ref: REFERENCE_PREFIX + name };
    return made.schema;
  }

  /** What is said of a schema itself comes first, and wins over what is said of the one that it wraps. */
  private combine(schema: Schema, made: Json, inner: Json): Json {
    const { id: _, ...meta } = metaOf(schema);
    const own: Json = { ...made, ...meta };
    const isBesideReference = inner.$ref !== undefined && Object.keys(own).length > 0;
    if (isBesideReference || COMBINING.some((keyword) => keyword in meta)) this.isPlain = false;
    return { ...own, ...inner, ...own };
  }

  finish(root: Json): ConvertedSchema {
    for (const json of this.converted) compactTypes(json);
    // As zod does: nothing is shared with the author's values, and nothing is left that JSON does not carry.
    const [schema, named] = JSON.parse(JSON.stringify([root, this.definitions]));
    return { schema, definitions: new Map(Object.entries<JsonSchema>(named)) };
  }
}

const AT_ROOT: z.core.ProcessParams = { path: [], schemaPath: [] };
const NOTHING: ReadonlyMap<Schema, JsonSchema> = new Map();
/** What zod goes over once more, whoever said it. */
const COMBINING = ['$ref', 'anyOf', 'oneOf', 'allOf'];

const LEAVES: ReadonlySet<string> = new Set(
  'string number boolean date bigint null undefined void any unknown never enum literal'.split(' '),
);
const COMPOSITES: ReadonlySet<string> = new Set(
  'object array optional nonoptional nullable default readonly'.split(' '),
);

/** Whether a schema and all in it are of the kinds that are converted one by one, inside out. */
function isPlain(schema: Schema, open: Set<Schema>): boolean {
  const { processJSONSchema, toJSONSchema } = schema._zod;
  if (!processJSONSchema || toJSONSchema || open.has(schema) || findNamedParent(schema)) return false;
  const def = defOf(schema);
  if (LEAVES.has(def.type)) return true;
  if (!COMPOSITES.has(def.type)) return false;
  open.add(schema);
  const isEachPlain = listParts(def).every((part) => isPlain(part, open));
  open.delete(schema);
  return isEachPlain;
}

/** The schemas that a schema of such a kind is made of. */
function listParts(def: AnyDef): readonly Schema[] {
  switch (def.type) {
    case 'object':
      return [...Object.values(def.shape), ...(def.catchall ? [def.catchall] : [])];
    case 'array':
      return [def.element];
    default:
      return 'innerType' in def ? [def.innerType as Schema] : [];
  }
}

/** Only sets convert what is in them by themselves. */
function refuse(): never {
  throw new Error('A plain schema has no parts that are converted apart.');
}
