import type { Schema } from '../../definition/schema.js';
import type { JsonSchema } from '../../model/json-schema.js';

/** A union of nothing but literals is one `enum`; a named discriminated one says what tells its members apart. */
export function completeUnion(def: object, json: Record<string, unknown>): void {
  dropAbsent(json);
  addDiscriminator(def, json);
  joinLiterals(json);
}

/** What is not there has no JSON: the member of a union that stands for `undefined` says nothing. */
function dropAbsent(json: Record<string, unknown>): void {
  const members = json.anyOf as readonly JsonSchema[] | undefined;
  const present = members?.filter((member) => JSON.stringify(member) !== '{"not":{}}') ?? [];
  const [only] = present;
  if (!members || !only || present.length === members.length) return;
  delete json.anyOf;
  Object.assign(json, present.length > 1 ? { anyOf: present } : { ...only, ...json });
}

function joinLiterals(json: Record<string, unknown>): void {
  const members = json.anyOf as readonly JsonSchema[] | undefined;
  if (!members?.every(isLiterals)) return;
  const values = members.flatMap((member) =>
    'const' in member ? [member.const] : ((member.enum as unknown[] | undefined) ?? [null]),
  );
  const types = new Set(members.map(({ type }) => type));
  const [type] = types;
  delete json.anyOf;
  Object.assign(json, types.size === 1 && type !== undefined && { type }, { enum: [...new Set(values)] });
}

function isLiterals(member: JsonSchema): boolean {
  const isBare = Object.keys(member).every((key) => key === 'type' || key === 'const' || key === 'enum');
  return isBare && ('const' in member || 'enum' in member || member.type === 'null');
}

/** Says which property decides, and which of its values leads where. */
function addDiscriminator(def: object, json: Record<string, unknown>): void {
  const { discriminator, options } = def as { discriminator?: string; options: readonly Schema[] };
  const members = (json.oneOf ?? json.anyOf) as readonly { $ref?: string }[] | undefined;
  if (discriminator === undefined || !members?.every(({ $ref }) => $ref !== undefined)) return;
  const mapping: Record<string, string> = {};
  options.forEach((option, index) => {
    const values = option._zod.propValues?.[discriminator] ?? [];
    for (const value of values) mapping[String(value)] = members[index]?.$ref ?? '';
  });
  json.discriminator = { propertyName: discriminator, mapping };
}
