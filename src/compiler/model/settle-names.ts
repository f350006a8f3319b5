import { type JsonSchema, listReferences, mapReferences, REFERENCE_PREFIX } from '../../model/json-schema.js';
import type { TypeModel } from '../../model/type-model.js';
import { compareNames } from '../compare-names.js';
import type { SchemaKey } from '../schema/shape.js';
import { SIDES, type Side } from '../schema/side.js';
import { findSplit } from './find-split.js';
import { nameSchemas, type SchemaName } from './name-schemas.js';
import type { RegistryEntry, SchemaRegistry } from './schema-registry.js';
import { typeOfShape } from './type-of-shape.js';
import { listTypeReferences } from './type-references.js';

/** A named schema on the sides it is used on, both ways. References inside are to components. Plain data. */
export interface ComponentSchema extends SchemaName {
  readonly json: Readonly<Partial<Record<Side, JsonSchema>>>;
  readonly type: Readonly<Partial<Record<Side, TypeModel>>>;
}

/** A named schema as it was met. */
export interface SettledSchema extends ComponentSchema {
  /** Where it was met first. */
  readonly use: RegistryEntry;
  /** Where another schema was met that asks for this name with another shape; there is no right answer then. */
  readonly rival?: RegistryEntry;
}

/** What every named schema is finally called. Where input and output differ, the input's name ends in `Input`. */
export interface SettledNames<Named extends ComponentSchema = ComponentSchema> {
  /** Sorted by component. */
  readonly schemas: readonly Named[];
  /** The component of a schema, on the output side. */
  componentOf(schema: SchemaKey): string;
  /** The component on a side, of its name on the output side. */
  componentName(component: string, side: Side): string;
  /** What the client's type is called after, not yet spelled as an identifier; different for different types. */
  typeName(component: string, side: Side): string;
  /** A schema whose references lead to what the schemas are finally called on a side. */
  settle(schema: JsonSchema, side: Side): JsonSchema;
}

/** Settles which schemas are one, and what each is called in the description and in the client. */
export function settleNames(registry: SchemaRegistry): SettledNames<SettledSchema> {
  const names = nameSchemas(registry);
  const componentOf = (key: SchemaKey): string => look(names, key).component;
  const schemas = groupByName(registry, names);
  const labels = new Map(schemas.map(({ component, label }) => [component, label]));
  const componentNames = nameInputs(
    findSplit(schemas, ({ json }) => json, listReferences),
    new Map(schemas.map(({ component }) => [component, component])),
  );
  const typeNames = nameInputs(
    findSplit(schemas, ({ type }) => type, listTypeReferences),
    labels,
  );
  const componentName = (component: string, side: Side): string =>
    side === 'input' ? (componentNames.get(component) ?? component) : component;
  return {
    schemas,
    componentOf,
    componentName,
    typeName: (component, side) =>
      (side === 'input' ? typeNames.get(component) : undefined) ?? look(labels, component),
    settle: (schema, side) =>
      mapTargets(schema, (target) => componentName(names.get(target)?.component ?? target, side)),
  };
}

function groupByName(
  registry: SchemaRegistry,
  names: ReadonlyMap<SchemaKey, SchemaName>,
): readonly SettledSchema[] {
  const groups = new Map<string, SettledSchema>();
  for (const entry of registry.entries) {
    const name = look(names, entry.key);
    const before = groups.get(name.component);
    const found = { ...name, ...describeSides(registry, entry.key, names), use: entry };
    if (!before) groups.set(name.component, found);
    else if (!registry.areAlike(before.use.key, entry.key)) {
      groups.set(name.component, { ...before, rival: before.rival ?? entry });
    } else {
      const json = { ...found.json, ...before.json };
      groups.set(name.component, { ...before, json, type: { ...found.type, ...before.type } });
    }
  }
  return [...groups.values()].sort((left, right) => compareNames(left.component, right.component));
}

function describeSides(
  { shapes, definitions }: SchemaRegistry,
  key: SchemaKey,
  names: ReadonlyMap<SchemaKey, SchemaName>,
): Pick<SettledSchema, 'json' | 'type'> {
  const json: Partial<Record<Side, JsonSchema>> = {};
  const type: Partial<Record<Side, TypeModel>> = {};
  for (const side of SIDES) {
    const shape = shapes[side].get(key);
    if (!shape) continue;
    type[side] = typeOfShape(shape, side, (inner) => look(names, inner).component);
    const definition = definitions[side].get(key);
    if (definition) json[side] = mapTargets(definition, (target) => names.get(target)?.component ?? target);
  }
  return { json, type };
}

function mapTargets(schema: JsonSchema, map: (target: string) => string): JsonSchema {
  return mapReferences(
    schema,
    (reference) => REFERENCE_PREFIX + map(reference.slice(REFERENCE_PREFIX.length)),
  );
}

/** What the inputs of those that are split are called, each by its component; none like a name of `names`. */
function nameInputs(
  split: ReadonlySet<string>,
  names: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const taken = new Set(names.values());
  const inputs = new Map<string, string>();
  for (const component of [...split].sort(compareNames)) {
    let name = `${look(names, component)}Input`;
    while (taken.has(name)) name += 'Input';
    taken.add(name);
    inputs.set(component, name);
  }
  return inputs;
}

function look<Value>(map: ReadonlyMap<string, Value>, key: string): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`A schema is referred to that was never named: ${key}.`);
  return value;
}
