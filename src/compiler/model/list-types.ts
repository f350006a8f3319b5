import type { NamedType } from './api-model.js';
import { payloadShape } from './build-success.js';
import type { ModelContext } from './model-context.js';
import { compareNames, type ProcedureDraft } from './procedure-draft.js';
import { wantedName } from './schema-book.js';
import type { SettledSchema } from './settle-names.js';
import type { Shape } from './shape.js';
import type { TypeModel } from './type-model.js';
import { typeOfShape } from './type-of-shape.js';
import { listTypeReferences, mapTypeReferences } from './type-references.js';
import type { Side } from './zod-schema.js';

/** The client's named types: every input and payload, and the named schemas they reach. Sorted by name. */
export function listTypes(drafts: readonly ProcedureDraft[], context: ModelContext): readonly NamedType[] {
  const { book, claimed, names } = context;
  const schemas = new Map(names.schemas.map((schema) => [schema.name, schema]));
  const types = new Map<string, NamedType>();
  const settle = (type: TypeModel, side: Side): TypeModel =>
    mapTypeReferences(type, (name) => claimed.namedType(name, side));
  const reach = (type: TypeModel, side: Side): void => {
    for (const name of listTypeReferences(type)) {
      const schema = schemas.get(name);
      const found = schema && typeOn(schema, side);
      const finalName = claimed.namedType(name, side);
      if (!found || types.has(finalName)) continue;
      types.set(finalName, { name: finalName, type: settle(found, side), ...describe(schema, side) });
      reach(found, side);
    }
  };
  const add = (name: string, shape: Shape, side: Side, always: readonly string[] = []): void => {
    const type = requireKeys(
      typeOfShape(shape, side, (schema) => wantedName(book.nameOf(schema))),
      always,
    );
    types.set(name, { name, type: settle(type, side), isDeprecated: false });
    reach(type, side);
  };
  for (const draft of drafts) {
    if (draft.input) add(claimed.inputType(draft), draft.input.shape, 'input', listPathKeys(draft));
    const payload = payloadShape(draft, context);
    if (draft.output && draft.output.shape.kind !== 'absent')
      add(claimed.payloadType(draft), payload, 'output');
  }
  return [...types.values()].sort((left, right) => compareNames(left.name, right.name));
}

/** A path has all its parameters, also those that the schema could do without. */
function listPathKeys({ path }: ProcedureDraft): readonly string[] {
  if (!path || 'fault' in path) return [];
  return path.flatMap((segment) => ('parameter' in segment ? [segment.parameter] : []));
}

function requireKeys(type: TypeModel, keys: readonly string[]): TypeModel {
  if (type.kind === 'union' || type.kind === 'intersection') {
    return { ...type, members: type.members.map((member) => requireKeys(member, keys)) };
  }
  if (type.kind !== 'object') return type;
  const properties = type.properties.map((property) =>
    keys.includes(property.name) ? { ...property, isOptional: false } : property,
  );
  return { ...type, properties };
}

function typeOn(schema: SettledSchema, side: Side): TypeModel | undefined {
  return schema.type[side];
}

function describe({ json }: SettledSchema, side: Side): Pick<NamedType, 'description' | 'isDeprecated'> {
  const { description, deprecated } = json[side] ?? {};
  return { isDeprecated: deprecated === true, ...(typeof description === 'string' && { description }) };
}
