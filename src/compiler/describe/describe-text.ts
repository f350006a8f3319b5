import type { Schema } from '../../authoring/schema.js';
import type { PropertyShape } from '../model/shape.js';
import type { Side } from '../model/side.js';
import { printJsonForm } from './json-form.js';
import { listNotes } from './list-notes.js';
import { defOf, idOf, metaOf, type SchemaMeta } from './zod-schema.js';

/**
 * What the JSON Schema of a schema says in words: its author's description first, then a note for each check that
 * JSON Schema cannot say. Undefined when there is no note, since zod writes the description by itself.
 */
export function describeInJson(schema: Schema, side: Side): string | undefined {
  const { layers } = unwrap(schema, side, false);
  const notes = listAllNotes(layers);
  return notes.length > 0 ? joinText(findMeta(layers.map(metaOf), 'description'), notes) : undefined;
}

/** The words, the examples and the deprecation of a field, said on the field itself or inside its wrappers. */
export function describeField(
  field: Schema,
  side: Side,
): Pick<PropertyShape, 'description' | 'isDeprecated' | 'examples'> {
  const { layers, named } = unwrap(field, side, true);
  const metas = (named ? [...layers, named] : layers).map(metaOf);
  // A named schema's notes stand at its own declaration.
  const notes = idOf(field) === undefined ? listAllNotes(layers) : [];
  const description = joinText(findMeta(metas, 'description'), notes);
  const examples = readExamples(findMeta(metas, 'examples'));
  return {
    ...(description !== '' && { description }),
    ...(examples.length > 0 && { examples }),
    isDeprecated: findMeta(metas, 'deprecated') === true,
  };
}

/** Examples in the form that they travel in. What the author noted may be anything; what JSON cannot carry is none. */
function readExamples(noted: unknown): readonly unknown[] {
  if (!Array.isArray(noted)) return [];
  const texts = noted.map(printJsonForm);
  return texts.flatMap((text) => (text === undefined ? [] : [JSON.parse(text)]));
}

/** A schema and what it wraps, the outermost first, down to the first inner one with a name, which is told apart. */
function unwrap(
  schema: Schema,
  side: Side,
  withNullable: boolean,
): { readonly layers: readonly Schema[]; readonly named?: Schema } {
  const layers = [schema];
  for (let inner = innerOf(schema, side, withNullable); inner; inner = innerOf(inner, side, withNullable)) {
    if (idOf(inner) !== undefined) return { layers, named: inner };
    layers.push(inner);
  }
  return { layers };
}

function innerOf(schema: Schema, side: Side, withNullable: boolean): Schema | undefined {
  const def = defOf(schema);
  if (def.type === 'nullable' && !withNullable) return undefined;
  if (def.type === 'success') return undefined;
  if ('innerType' in def) return def.innerType as Schema;
  if (def.type !== 'pipe') return undefined;
  return side === 'output' || defOf(def.in).type === 'transform' ? def.out : def.in;
}

function findMeta<Key extends keyof SchemaMeta>(
  metas: readonly SchemaMeta[],
  key: Key,
): SchemaMeta[Key] | undefined {
  return metas.find((meta) => meta[key] !== undefined)?.[key];
}

/** The notes of the innermost first. Most schemas have none, and each is asked more than once. */
function listAllNotes(layers: readonly Schema[]): readonly string[] {
  const notes = layers.map(listNotes).filter((own) => own.length > 0);
  return notes.length === 0 ? [] : [...new Set(notes.reverse().flat())];
}

function joinText(description = '', notes: readonly string[]): string {
  if (notes.length === 0) return description;
  return [description, notes.join(' ')].filter((part) => part).join('\n\n');
}
