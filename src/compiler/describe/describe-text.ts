import type { Schema } from '../../definition/schema.js';
import { joinNotes } from '../schema/annotate-shape.js';
import type { PropertyShape, Side } from '../schema/shape.js';
import { readJson } from './describe-annotations.js';
import { listNotes } from './list-notes.js';
import { defOf, idOf, metaOf, type SchemaMeta } from './zod-schema.js';

/** The words, the examples and the deprecation of a field, said on the field itself or inside its wrappers. */
export function describeField(
  field: Schema,
  side: Side,
): Pick<PropertyShape, 'description' | 'isDeprecated' | 'examples'> {
  const { layers, named } = unwrap(field, side);
  const metas = (named ? [...layers, named] : layers).map(metaOf);
  // A named schema's notes stand at its own declaration.
  const notes = idOf(field) === undefined ? listAllNotes(layers) : [];
  const description = joinNotes(findMeta(metas, 'description'), notes);
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
  return noted.map(readJson).filter((example) => example !== undefined);
}

/** A schema and what it wraps, the outermost first, down to the first inner one with a name, which is told apart. */
function unwrap(schema: Schema, side: Side): { readonly layers: readonly Schema[]; readonly named?: Schema } {
  const layers = [schema];
  for (let inner = innerOf(schema, side); inner; inner = innerOf(inner, side)) {
    if (idOf(inner) !== undefined) return { layers, named: inner };
    layers.push(inner);
  }
  return { layers };
}

function innerOf(schema: Schema, side: Side): Schema | undefined {
  const def = defOf(schema);
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

/** The notes of the innermost first, each once. */
function listAllNotes(layers: readonly Schema[]): readonly string[] {
  return [...new Set(layers.map(listNotes).reverse().flat())];
}
