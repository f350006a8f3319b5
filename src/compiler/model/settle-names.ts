import type { Schema } from '../../authoring/schema.js';
import { convertSchema } from './convert-schema.js';
import { type JsonSchema, listReferences, mapReferences, REFERENCE_PREFIX } from './json-schema.js';
import { type SchemaBook, wantedName } from './schema-book.js';
import type { TypeModel } from './type-model.js';
import { typeOfShape } from './type-of-shape.js';
import { listTypeReferences } from './type-references.js';
import { metaOf, type Side } from './zod-schema.js';

/** A named schema on the sides it is used on, both ways. References inside are to wanted names. */
export interface SettledSchema {
  readonly name: string;
  readonly json: Readonly<Partial<Record<Side, JsonSchema>>>;
  readonly type: Readonly<Partial<Record<Side, TypeModel>>>;
  /** A working name that asked for this name with another shape; there is no right answer then. */
  readonly rival?: string;
}

/** What every named schema is finally called. Where input and output differ, the input's name ends in `Input`. */
export interface SettledNames {
  readonly schemas: readonly SettledSchema[];
  componentName(name: string, side: Side): string;
  /** The name the client's type asks for, not yet spelled as an identifier; different for different types. */
  typeName(name: string, side: Side): string;
}

const SIDES: readonly Side[] = ['input', 'output'];

/** Settles which schemas are one, and what each is called in the description and in the client. */
export function settleNames(book: SchemaBook): SettledNames {
  const schemas = [...groupByName(book).values()];
  const splitComponents = findSplit(schemas, ({ json }) => json, listReferences);
  const splitTypes = findSplit(schemas, ({ type }) => type, listTypeReferences);
  const taken = new Set(schemas.map(({ name }) => name));
  const componentNames = nameInputs(splitComponents, taken);
  const typeNames = nameInputs(splitTypes, taken);
  return {
    schemas,
    componentName: (name, side) => (side === 'input' ? (componentNames.get(name) ?? name) : name),
    typeName: (name, side) => (side === 'input' ? (typeNames.get(name) ?? name) : name),
  };
}

function groupByName(book: SchemaBook): Map<string, SettledSchema> {
  const groups = new Map<string, SettledSchema>();
  const firsts = new Map<string, Schema>();
  for (const [schema, workingName] of book.listNamed()) {
    const name = wantedName(workingName);
    const found: SettledSchema = { name, ...describeSides(book, schema, workingName) };
    const before = groups.get(name);
    const first = firsts.get(name) ?? schema;
    firsts.set(name, first);
    groups.set(name, before ? join(before, found, isAlike(first, schema) ? null : workingName) : found);
  }
  return groups;
}

/** Whether two schemas with one id are alike on both sides, also where only one of them is used. */
function isAlike(left: Schema, right: Schema): boolean {
  return SIDES.every((side) => printAlone(left, side) === printAlone(right, side));
}

/** A schema and what it refers to as text, by names that do not depend on what else is booked. */
function printAlone(schema: Schema, side: Side): string {
  const numbers = new Map<Schema, number>();
  const { schema: json, definitions } = convertSchema(schema, side, (part) => {
    const { id } = metaOf(part);
    if (id === undefined) return undefined;
    if (!numbers.has(part)) numbers.set(part, numbers.size);
    return `${id}~${numbers.get(part)}`;
  });
  return JSON.stringify([json, ...definitions]);
}

function describeSides(
  book: SchemaBook,
  schema: Parameters<SchemaBook['nameOf']>[0],
  workingName: string,
): Pick<SettledSchema, 'json' | 'type'> {
  const json: Partial<Record<Side, JsonSchema>> = {};
  const type: Partial<Record<Side, TypeModel>> = {};
  for (const side of SIDES) {
    const shape = book.shapes[side].get(schema);
    if (!shape) continue;
    type[side] = typeOfShape(shape, side, (inner) => wantedName(book.nameOf(inner)));
    const definition = book.definitions[side].get(workingName);
    if (definition) json[side] = mapReferences(definition, wantedName);
  }
  return { json, type };
}

/** Two schemas that ask for one name are one when they are alike; otherwise the second is the first one's rival. */
function join(before: SettledSchema, found: SettledSchema, rival: string | null): SettledSchema {
  if (rival !== null) return { ...before, rival: before.rival ?? rival };
  return { ...before, json: { ...found.json, ...before.json }, type: { ...found.type, ...before.type } };
}

function agree(left: unknown, right: unknown): boolean {
  return left === undefined || right === undefined || JSON.stringify(left) === JSON.stringify(right);
}

/** The names whose input and output differ, themselves or in something they refer to. */
function findSplit<T>(
  schemas: readonly SettledSchema[],
  sidesOf: (schema: SettledSchema) => Readonly<Partial<Record<Side, T>>>,
  listNames: (side: T) => readonly string[],
): ReadonlySet<string> {
  const both = schemas.flatMap((schema) => {
    const { input, output } = sidesOf(schema);
    return input === undefined || output === undefined ? [] : [{ name: schema.name, input, output }];
  });
  const referrers = new Map<string, string[]>();
  for (const { name, input, output } of both) {
    for (const target of [...listNames(input), ...listNames(output)]) {
      referrers.set(target, [...(referrers.get(target) ?? []), name]);
    }
  }
  const queue = both.filter(({ input, output }) => !agree(input, output)).map(({ name }) => name);
  const split = new Set(queue);
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    for (const referrer of referrers.get(name) ?? []) {
      if (split.has(referrer)) continue;
      split.add(referrer);
      queue.push(referrer);
    }
  }
  return split;
}

function nameInputs(split: ReadonlySet<string>, taken: ReadonlySet<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const name of split) {
    let inputName = `${name}Input`;
    while (taken.has(inputName)) inputName += 'Input';
    names.set(name, inputName);
  }
  return names;
}

/** References by wanted name, led to what the schemas are finally called on a side. */
export function settleReferences(schema: JsonSchema, side: Side, names: SettledNames): JsonSchema {
  return mapReferences(schema, (reference) => {
    const name = wantedName(reference.slice(REFERENCE_PREFIX.length));
    return REFERENCE_PREFIX + names.componentName(name, side);
  });
}
