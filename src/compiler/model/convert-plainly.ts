import * as z from 'zod';
import type { Schema } from '../../definition/schema.js';
import { type JsonSchema, REFERENCE_PREFIX } from '../../model/json-schema.js';
import { compactTypes } from './compact-types.js';
import { completeSchema } from './complete-schema.js';
import type { ConvertedSchema, KnownSchemas } from './convert-wholly.js';
import { isPlain, listParts } from './is-plain.js';
import { defOf, metaOf, type Side } from './zod-schema.js';

/**
 * What `convertWholly` makes of a schema of the most usual kinds, in a third of its time: `z.toJSONSchema` converts each step
 * of `z.string().min(1).max(9)`, and looks through all schemas again and again for what such kinds do not have: circles,
 * unions, transforms, what stands beside a reference. Undefined where it may find some. What each schema comes to zod itself
 * says here too. Named schemas among `known`, which were converted plainly on this side, are not looked at again.
 */
export function convertPlainly(
  schema: Schema,
  side: Side,
  nameOf: (schema: Schema) => string | undefined,
  known: KnownSchemas = NOTHING_KNOWN,
): ConvertedSchema | undefined {
  if (!isPlain(schema, known)) return undefined;
  const walk = new Walk(side, nameOf, known);
  const root = walk.convert(schema);
  return walk.needsAnotherLook ? undefined : walk.finish(root);
}

type Json = Record<string, unknown>;

class Walk {
  /** Whether something was met that zod would go over once more. */
  needsAnotherLook = false;
  private readonly definitions: Json = {};
  private readonly converted: Json[] = [];
  private readonly referred = new Set<ConvertedSchema>();
  private readonly context: z.core.ToJSONSchemaContext;
  private readonly side: Side;
  private readonly nameOf: (schema: Schema) => string | undefined;
  private readonly known: KnownSchemas;

  constructor(side: Side, nameOf: (schema: Schema) => string | undefined, known: KnownSchemas) {
    this.side = side;
    this.nameOf = nameOf;
    this.known = known;
    const options = { processors: {}, target: 'draft-2020-12', unrepresentable: 'any' } as const;
    this.context = z.core.initializeContext({ ...options, io: side });
  }

  convert(schema: Schema): Json {
    const { seen } = this.context;
    const before = seen.get(schema);
    if (before) return before.schema;
    const known = this.known.get(schema);
    const made: z.core.Seen = { schema: { ...known?.schema }, count: 1 };
    if (known) {
      this.referred.add(known);
      seen.set(schema, made);
      return made.schema;
    }
    // zod asks for the parts of a schema where it finds them made.
    for (const part of listParts(defOf(schema))) this.convert(part);
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
    if (isBesideReference || COMBINING.some((keyword) => keyword in meta)) this.needsAnotherLook = true;
    return { ...own, ...inner, ...own };
  }

  finish(root: Json): ConvertedSchema {
    for (const json of this.converted) compactTypes(json);
    // As zod does: nothing is shared with the author's values, and nothing is left that JSON does not carry.
    const [schema, named] = JSON.parse(JSON.stringify([root, this.definitions]));
    const definitions = new Map(Object.entries<JsonSchema>(named));
    for (const known of this.referred)
      for (const [name, json] of known.definitions) definitions.set(name, json);
    return { schema, definitions };
  }
}

const NOTHING_KNOWN: KnownSchemas = new Map();
const AT_ROOT: z.core.ProcessParams = { path: [], schemaPath: [] };
const NOTHING: ReadonlyMap<Schema, JsonSchema> = new Map();
/** What zod goes over once more, whoever said it. */
const COMBINING = ['$ref', 'anyOf', 'oneOf', 'allOf'];

/** Only sets convert what is in them by themselves. */
function refuse(): never {
  throw new Error('A plain schema has no parts that are converted apart.');
}
