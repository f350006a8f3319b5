import type { NamedType } from '../../model/api-model.js';
import type { JsonSchema } from '../../model/json-schema.js';
import type { TypeModel } from '../../model/type-model.js';
import { listParameters } from '../../protocol/path-template.js';
import { compareNames } from '../compare-names.js';
import type { Shape } from '../schema/shape.js';
import type { Side } from '../schema/side.js';
import { payloadShape } from './build-success.js';
import type { ModelContext } from './model-context.js';
import type { ComponentSchema } from './settle-names.js';
import { typeOfShape } from './type-of-shape.js';
import { listTypeReferences, mapTypeReferences } from './type-references.js';
import type { UncheckedProcedure } from './unchecked-api.js';

/** The client's named types: every input and payload, and the named schemas they reach. Sorted by name. */
export function listTypes(
  procedures: readonly UncheckedProcedure[],
  context: ModelContext,
): readonly NamedType[] {
  const { claimed, names } = context;
  const schemas = new Map(names.schemas.map((schema) => [schema.component, schema]));
  const types = new Map<string, NamedType>();
  const settle = (type: TypeModel, side: Side): TypeModel =>
    mapTypeReferences(type, (name) => claimed.namedType(name, side));
  const reach = (type: TypeModel, side: Side): void => {
    for (const name of listTypeReferences(type)) {
      const schema = schemas.get(name);
      const found = schema && typeOn(schema, side);
      const finalName = claimed.namedType(name, side);
      if (!found || types.has(finalName)) continue;
      const words = describeType(schema.json[side]);
      types.set(finalName, { name: finalName, type: settle(found, side), ...words });
      reach(found, side);
    }
  };
  const add = (name: string, shape: Shape, side: Side, json?: JsonSchema, always: readonly string[] = []) => {
    const type = requireKeys(typeOfShape(shape, side, names.componentOf), always);
    types.set(name, { name, type: settle(type, side), ...describeType(json) });
    reach(type, side);
  };
  for (const procedure of procedures) {
    const { input, output } = procedure;
    if (input) add(claimed.inputType(procedure), input.shape, 'input', input.json, listPathKeys(procedure));
    if (!output || output.shape.kind === 'absent') continue;
    add(
      claimed.payloadType(procedure),
      payloadShape(procedure, context),
      'output',
      payloadJson(procedure, output.json),
    );
  }
  return [...types.values()].sort((left, right) => compareNames(left.name, right.name));
}

/** What the description says of the payload; nothing where a name stands for it. */
function payloadJson(procedure: UncheckedProcedure, json: JsonSchema): JsonSchema | undefined {
  if (!procedure.isEnvelope) return json;
  return (json.properties as Readonly<Record<string, JsonSchema>> | undefined)?.payload;
}

/** A path has all its parameters, also those that the schema could do without. */
function listPathKeys({ path }: UncheckedProcedure): readonly string[] {
  if (!path || 'error' in path) return [];
  return listParameters(path);
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

function typeOn(schema: ComponentSchema, side: Side): TypeModel | undefined {
  return schema.type[side];
}

/** What a type says of itself, of its schema. */
export function describeType(
  json: JsonSchema = {},
): Pick<NamedType, 'description' | 'isDeprecated' | 'examples'> {
  const { description, deprecated, examples } = json;
  return {
    isDeprecated: deprecated === true,
    ...(typeof description === 'string' && { description }),
    ...(Array.isArray(examples) && examples.length > 0 && { examples }),
  };
}
