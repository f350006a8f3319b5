import { compareNames } from './compare-names.js';
import { findSplit } from './find-split.js';
import { isAlike } from './is-alike.js';
import { type JsonSchema, listReferences, mapReferences, REFERENCE_PREFIX } from './json-schema.js';
import { nameSchemas, type SchemaName } from './name-schemas.js';
import type { BookEntry, SchemaBook } from './schema-book.js';
import type { SchemaKey } from './shape.js';
import { SIDES, type Side } from './side.js';
import type { TypeModel } from './type-model.js';
import { typeOfShape } from './type-of-shape.js';
import { listTypeReferences } from './type-references.js';

/** A named schema on the sides it is used on, both ways. References inside are to components. Plain data. */
export interface ComponentSchema extends SchemaName {
  readonly json: Readonly<Partial<Record<Side, JsonSchema>>>;
  readonly type: Readonly<Partial<Record<Side, TypeModel>>>;
  /** Whether its id stands as it is, so that its name depends on no other's. */
  readonly isPlain: boolean;
}

/** A named schema as it was met. */
export interface SettledSchema extends ComponentSchema {
  /** Where it was met first. */
  readonly use: BookEntry;
  /** Where another schema was met that asks for this name with another shape; there is no right answer then. */
  readonly rival?: BookEntry;
}

/** What every named schema is finally called. Where input and output differ, the input's name ends in `Input`. */
export interface SettledNames<Named extends ComponentSchema = ComponentSchema> {
  /** Sorted by component. */
  readonly schemas: readonly Named[];
  /** The component that stands for a booked schema, on the output side. */
  componentOf(schema: SchemaKey): string;
  /** The component on a side, of its name on the output side. */
  componentName(component: string, side: Side): string;
  /** What the client's type is called after, not yet spelled as an identifier; different for different types. */
  typeName(component: string, side: Side): string;
  /** A schema whose references lead to what the schemas are finally called on a side. */
  settle(schema: JsonSchema, side: Side): JsonSchema;
  /** The names of the same book where the API has `all` these named schemas, sorted by component. */
  among(all: readonly ComponentSchema[]): SettledNames;
}

/** Settles which schemas are one, and what each is called in the description and in the client. */
export function settleNames(book: SchemaBook): SettledNames<SettledSchema> {
  const names = nameSchemas(book);
  const componentOf = (schema: SchemaKey): string => look(names, schema).component;
  const components = new Map(book.entries.map((entry) => [entry.workingName, componentOf(entry.schema)]));
  const ownNames = { componentOf, componentOfWorking: (name: string) => components.get(name) ?? name };
  return nameSides(groupByName(book, names, components), ownNames);
}

/** How the schemas of one book lead to their components. */
interface OwnNames extends Pick<SettledNames, 'componentOf'> {
  /** The component of a working name; what is none stays as it is. */
  readonly componentOfWorking: (name: string) => string;
}

/** Settles what each side of `schemas`, which stand in the order of their components, is called. */
function nameSides<Named extends ComponentSchema>(
  schemas: readonly Named[],
  own: OwnNames,
): SettledNames<Named> {
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
    componentOf: own.componentOf,
    componentName,
    typeName: (component, side) =>
      (side === 'input' ? typeNames.get(component) : undefined) ?? look(labels, component),
    settle: (schema, side) =>
      mapTargets(schema, (target) => componentName(own.componentOfWorking(target), side)),
    among: (all) => nameSides(all, own),
  };
}

function groupByName(
  book: SchemaBook,
  names: ReadonlyMap<SchemaKey, SchemaName>,
  components: ReadonlyMap<string, string>,
): readonly SettledSchema[] {
  const groups = new Map<string, SettledSchema>();
  for (const entry of book.entries) {
    const name = look(names, entry.schema);
    const before = groups.get(name.component);
    const isPlain = entry.schema.id === name.component;
    const found = { ...name, isPlain, ...describeSides(book, entry, names, components), use: entry };
    if (!before) groups.set(name.component, found);
    else if (!isAlike(before.use.live, entry.live)) {
      groups.set(name.component, { ...before, rival: before.rival ?? entry });
    } else {
      const json = { ...found.json, ...before.json };
      groups.set(name.component, { ...before, json, type: { ...found.type, ...before.type } });
    }
  }
  return [...groups.values()].sort((left, right) => compareNames(left.component, right.component));
}

function describeSides(
  book: SchemaBook,
  { schema, workingName }: BookEntry,
  names: ReadonlyMap<SchemaKey, SchemaName>,
  components: ReadonlyMap<string, string>,
): Pick<SettledSchema, 'json' | 'type'> {
  const json: Partial<Record<Side, JsonSchema>> = {};
  const type: Partial<Record<Side, TypeModel>> = {};
  for (const side of SIDES) {
    const shape = book.shapes[side].get(schema);
    if (!shape) continue;
    type[side] = typeOfShape(shape, side, (inner) => look(names, inner).component);
    const definition = book.definitions[side].get(workingName);
    if (definition) json[side] = mapTargets(definition, (target) => components.get(target) ?? target);
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

function look<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key): Value {
  const value = map.get(key);
  if (value === undefined) throw new Error(`A schema is referred to that was never named: ${String(key)}.`);
  return value;
}
