import type { JsonSchema } from './json-schema.js';

type Json = Record<string, unknown>;

/** The keywords of objects that are joined; a member that says more stays what it is. */
const FOLDABLE = new Set(['type', 'properties', 'required', 'additionalProperties']);

/**
 * Makes one object of the objects that a value has to be at once, as zod does: `additionalProperties` of one would refuse
 * the keys of the others. One union among them is multiplied out.
 */
export function foldIntersection(json: Json): void {
  const members = json.allOf as readonly JsonSchema[] | undefined;
  if (!Array.isArray(members) || members.length < 2 || Object.keys(json).some((key) => FOLDABLE.has(key)))
    return;
  const folded = foldMembers(members);
  if (!folded) return;
  delete json.allOf;
  Object.assign(json, folded);
}

function foldMembers(members: readonly JsonSchema[]): JsonSchema | undefined {
  const union = members.find(({ oneOf, anyOf }) => Array.isArray(oneOf) || Array.isArray(anyOf));
  if (!union) return foldObjects(members);
  const [[keyword, branches] = ['', []], ...more] = Object.entries(union);
  if (more.length > 0) return undefined;
  const others = members.filter((member) => member !== union);
  const folded = (branches as readonly JsonSchema[]).map((branch) => foldObjects([...others, branch]));
  return folded.includes(undefined) ? undefined : { [keyword]: folded };
}

function foldObjects(objects: readonly JsonSchema[]): JsonSchema | undefined {
  const isEachObject = objects.every(
    (object) => object.type === 'object' && Object.keys(object).every((keyword) => FOLDABLE.has(keyword)),
  );
  if (!isEachObject) return undefined;
  const keys = new Set(objects.flatMap(({ properties }) => Object.keys(properties ?? {})));
  const required = new Set(objects.flatMap((object) => (object.required ?? []) as readonly string[]));
  const properties = [...keys].map((key) => [key, join(objects.flatMap((object) => findRule(object, key)))]);
  const rest = unique(objects.flatMap(listRules));
  const isClosed = objects.every(({ additionalProperties }) => additionalProperties === false);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.size > 0 && { required: [...required] }),
    ...(isClosed && { additionalProperties: false }),
    ...(rest.length > 0 && { additionalProperties: rest.length > 1 ? { allOf: rest } : rest[0] }),
  };
}

/** What an object wants of a key: also of one that it does not declare. */
function findRule(object: JsonSchema, key: string): readonly JsonSchema[] {
  const properties = (object.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const own = Object.hasOwn(properties, key) ? properties[key] : undefined;
  return own ? [own] : listRules(object);
}

function listRules({ additionalProperties: rest }: JsonSchema): readonly JsonSchema[] {
  return typeof rest === 'object' && rest !== null && Object.keys(rest).length > 0
    ? [rest as JsonSchema]
    : [];
}

function join(rules: readonly JsonSchema[]): JsonSchema | undefined {
  const parts = unique(rules);
  return parts.length === 1 ? parts[0] : (foldObjects(parts) ?? { allOf: parts });
}

function unique(schemas: readonly JsonSchema[]): readonly JsonSchema[] {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
}
