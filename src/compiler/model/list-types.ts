import type { NamedType } from '../../model/api-model.js';
import type { JsonSchema } from '../../model/json-schema.js';
import type { TypeModel } from '../../model/type-model.js';
import { listParameters } from '../../protocol/path-template.js';
import { compareNames } from '../compare-names.js';
import type { Shape, Side } from '../schema/shape.js';
import { listReferredKeys } from '../schema/walk-shape.js';
import { payloadShape } from './build-procedure.js';
import type { ModelContext } from './model-context.js';
import { typeOfShape } from './type-of-shape.js';
import type { UncheckedProcedure } from './unchecked-api.js';

/** Lists the client's named types, sorted by name: every input and payload, and the named schemas that they reach. */
export function listTypes(
  procedures: readonly UncheckedProcedure[],
  context: ModelContext,
): readonly NamedType[] {
  const { claimed, names } = context;
  const schemas = new Map(names.schemas.map((schema) => [schema.component, schema]));
  const types = new Map<string, NamedType>();
  const typeOn = (shape: Shape, side: Side): TypeModel =>
    typeOfShape(shape, side, (key) => claimed.namedType(names.componentOf(key), side));
  const reach = (shape: Shape, side: Side): void => {
    for (const component of new Set(listReferredKeys(shape).map(names.componentOf))) {
      const name = claimed.namedType(component, side);
      const found = schemas.get(component)?.shapes[side];
      if (!found || types.has(name)) continue;
      types.set(name, { name, type: typeOn(found, side), ...describeType(names.print(found, side)) });
      reach(found, side);
    }
  };
  for (const procedure of procedures) {
    const { input, output } = procedure;
    if (input) {
      const name = claimed.inputType(procedure);
      const type = requireKeys(typeOn(input.shape, 'input'), listPathKeys(procedure));
      types.set(name, { name, type, ...describeType(names.print(input.shape, 'input')) });
      reach(input.shape, 'input');
    }
    if (!output || output.kind === 'absent') continue;
    const name = claimed.payloadType(procedure);
    const payload = payloadShape(procedure, context);
    const json = payloadJson(procedure, names.print(output, 'output'));
    types.set(name, { name, type: typeOn(payload, 'output'), ...describeType(json) });
    reach(payload, 'output');
  }
  return [...types.values()].sort((left, right) => compareNames(left.name, right.name));
}

/** Returns the JSON Schema of the payload; undefined if the envelope is a reference. */
function payloadJson(procedure: UncheckedProcedure, json: JsonSchema): JsonSchema | undefined {
  if (procedure.sentAs.kind !== 'envelope') return json;
  return (json.properties as Readonly<Record<string, JsonSchema>> | undefined)?.payload;
}

/** A path always has all its parameters, even those that the schema makes optional. */
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

/** Returns a type's annotations, from its schema. */
function describeType(json: JsonSchema = {}): Pick<NamedType, 'description' | 'isDeprecated' | 'examples'> {
  const { description, deprecated, examples } = json;
  return {
    isDeprecated: deprecated === true,
    ...(typeof description === 'string' && { description }),
    ...(Array.isArray(examples) && examples.length > 0 && { examples }),
  };
}
