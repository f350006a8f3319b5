import type { JsonSchema } from '../../model/json-schema.js';
import { compareNames } from '../compare-names.js';
import { printJsonSchema } from '../schema/print-json-schema.js';
import { type SchemaKey, type Shape, SIDES, type Side } from '../schema/shape.js';
import type { RegistryEntry, SchemaRegistry } from './schema-registry.js';
import { typeOfShape } from './type-of-shape.js';

/** A named schema on the sides that use it. */
export interface NamedComponent extends SchemaName {
  readonly shapes: Readonly<Partial<Record<Side, Shape>>>;
  /** Its first use. */
  readonly firstUse: RegistryEntry;
  /** A use of another schema that claims this name with another shape, which cannot be resolved. */
  readonly conflict?: RegistryEntry;
}

/** The final names of all schemas. If input and output differ, the input's name ends in `Input`. */
export interface AssignedNames {
  /** Sorted by component. */
  readonly schemas: readonly NamedComponent[];
  /** Returns the component of a schema on the output side. */
  componentOf(schema: SchemaKey): string;
  /** Returns the base of the client's type name, not yet an identifier; different types have different names. */
  typeName(component: string, side: Side): string;
  /** Returns the JSON Schema of a shape, with references into `definitions`. */
  print(shape: Shape, side: Side): JsonSchema;
  /** The JSON Schemas of the named schemas, by final name. */
  readonly definitions: ReadonlyMap<string, JsonSchema>;
}

/** Decides which schemas are one, and how each is named in the description and in the client. */
export function assignNames(registry: SchemaRegistry): AssignedNames {
  const names = nameSchemas(registry);
  const componentOf = (key: SchemaKey): string => lookUp(names, key).component;
  const schemas = groupByName(registry, names);
  const labels = new Map(schemas.map(({ component, label }) => [component, label]));
  const printWith = (shape: Shape, side: Side, nameOf: (key: SchemaKey) => string): JsonSchema =>
    printJsonSchema(shape, { nameOf, shapeOf: (key) => registry.shapeOf(key, side) });
  const inputNames = nameInputs(
    findDiverging(schemas, componentOf, printWith),
    new Map(schemas.map(({ component }) => [component, component])),
  );
  const typeNames = nameInputs(findDiverging(schemas, componentOf, typeOfShape), labels);
  const nameOn = (component: string, side: Side): string =>
    (side === 'input' ? inputNames.get(component) : undefined) ?? component;

  const printed = { input: new Map<Shape, JsonSchema>(), output: new Map<Shape, JsonSchema>() };
  const print = (shape: Shape, side: Side): JsonSchema => {
    const json = printed[side].get(shape) ?? printWith(shape, side, (key) => nameOn(componentOf(key), side));
    printed[side].set(shape, json);
    return json;
  };
  const definitions = new Map<string, JsonSchema>();
  for (const { component, shapes } of schemas) {
    for (const side of SIDES)
      if (shapes[side]) definitions.set(nameOn(component, side), print(shapes[side], side));
  }
  return {
    schemas,
    componentOf,
    typeName: (component, side) =>
      (side === 'input' ? typeNames.get(component) : undefined) ?? lookUp(labels, component),
    print,
    definitions,
  };
}

function groupByName(
  registry: SchemaRegistry,
  names: ReadonlyMap<SchemaKey, SchemaName>,
): readonly NamedComponent[] {
  const groups = new Map<string, NamedComponent>();
  for (const entry of registry.entries) {
    const name = lookUp(names, entry.key);
    const before = groups.get(name.component);
    const shapes: Partial<Record<Side, Shape>> = {};
    for (const side of SIDES) {
      const shape = registry.shapes[side].get(entry.key);
      if (shape) shapes[side] = shape;
    }
    if (!before) groups.set(name.component, { ...name, shapes, firstUse: entry });
    else if (registry.areEqual(before.firstUse.key, entry.key)) {
      groups.set(name.component, { ...before, shapes: { ...shapes, ...before.shapes } });
    } else groups.set(name.component, { ...before, conflict: before.conflict ?? entry });
  }
  return [...groups.values()].sort((left, right) => compareNames(left.component, right.component));
}

/** Describes a schema on one side, with `nameOf` naming the schemas that it refers to. */
type DescribeSide = (shape: Shape, side: Side, nameOf: (key: SchemaKey) => string) => unknown;

/** Finds components whose descriptions differ between input and output, directly or through those they refer to. */
function findDiverging(
  schemas: readonly NamedComponent[],
  componentOf: (key: SchemaKey) => string,
  describe: DescribeSide,
): ReadonlySet<string> {
  const referrers = new Map<string, Set<string>>();
  const diverging = new Set<string>();
  for (const { component, shapes } of schemas) {
    const { input, output } = shapes;
    if (!input || !output) continue;
    const nameOf = (key: SchemaKey): string => {
      const target = componentOf(key);
      referrers.set(target, (referrers.get(target) ?? new Set()).add(component));
      return target;
    };
    const [inputText, outputText] = SIDES.map((side) =>
      JSON.stringify(describe({ input, output }[side], side, nameOf)),
    );
    if (inputText !== outputText) diverging.add(component);
  }
  for (const component of diverging)
    for (const referrer of referrers.get(component) ?? []) diverging.add(referrer);
  return diverging;
}

/** Names the inputs of the components in `split`. No name is among `names`. */
function nameInputs(
  diverging: ReadonlySet<string>,
  names: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const taken = new Set(names.values());
  const inputs = new Map<string, string>();
  for (const component of [...diverging].sort(compareNames)) {
    let name = `${lookUp(names, component)}Input`;
    while (taken.has(name)) name += 'Input';
    taken.add(name);
    inputs.set(component, name);
  }
  return inputs;
}

function lookUp<Value>(map: ReadonlyMap<string, Value>, key: string): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`A schema is referred to that was never named: ${key}.`);
  return value;
}

/** The name of a schema in the generated files. */
interface SchemaName {
  /** The component in the description. Equal labels have equal components. */
  readonly component: string;
  /** The base of the client's type name: the id as its author wrote it. */
  readonly label: string;
}

/**
 * Names every component; those with the same id share a name. Ids that are valid names stay unchanged and come first,
 * then ids that must be respelled, then recursive schemas without an id, named after the first procedure that uses
 * them.
 */
export function nameSchemas({ entries }: SchemaRegistry): ReadonlyMap<SchemaKey, SchemaName> {
  const names = new Map<SchemaKey, SchemaName>();
  const taken = new Set<string>();
  const claim = (preferred: string, separator: string): string => {
    let component = preferred;
    for (let count = 2; taken.has(component); count++) component = `${preferred}${separator}${count}`;
    taken.add(component);
    return component;
  };
  const byId = groupById(entries);
  const ids = [...byId.keys()].sort(
    (left, right) => Number(!isValidName(left)) - Number(!isValidName(right)) || compareNames(left, right),
  );
  for (const id of ids) {
    const name = { component: claim(spellId(id), '_'), label: id };
    for (const key of byId.get(id) ?? []) names.set(key, name);
  }
  for (const { key, owner } of entries) {
    if (names.has(key)) continue;
    const component = claim(`${owner}Node`, '');
    names.set(key, { component, label: component });
  }
  return names;
}

function groupById(entries: SchemaRegistry['entries']): ReadonlyMap<string, readonly SchemaKey[]> {
  const groups = new Map<string, SchemaKey[]>();
  for (const { key, id } of entries) {
    if (id) groups.set(id, [...(groups.get(id) ?? []), key]);
  }
  return groups;
}

/** OpenAPI 3.1 limits the names of components to these characters. */
const INVALID_CHARACTERS = /[^A-Za-z0-9._-]/gu;

function isValidName(id: string): boolean {
  return id.search(INVALID_CHARACTERS) === -1;
}

/** Spells an id in a component's characters: Latin letters without accents, others by code point, the rest as `_`. */
function spellId(id: string): string {
  const plain = id
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
  return plain.replace(INVALID_CHARACTERS, (character) =>
    /(?!\p{Script=Latin})[\p{L}\p{N}]/u.test(character) ? `u${character.codePointAt(0)?.toString(16)}` : '_',
  );
}
