import { type Definition, definitionOf } from '../../../authoring/inner-schemas.js';
import { isSynchronous } from '../../../authoring/prepare-parse.js';
import type { Schema } from '../../../authoring/schema.js';
import type { JsonWriter } from './json-writer.js';
import { prepareLeaf } from './write-leaf.js';
import { prepareObject } from './write-object.js';

/**
 * Prepares the writer of a schema's values; undefined for a schema with anything in it that is not a text, number,
 * boolean, date, literal or enum, a list or an object of these, or a union of objects that one key tells apart.
 */
export function prepareJsonWriter(schema: Schema): JsonWriter | undefined {
  // What the application wrote runs once an output, by zod.
  const write = isSynchronous(schema) ? new Preparation().prepare(schema) : undefined;
  if (!write) return undefined;
  return (value) => {
    try {
      return write(value);
    } catch {
      // A cycle, or a getter that throws: zod meets it as well, and it is told of then.
      return undefined;
    }
  };
}

/** Prepares each schema once, so that recursion ends. */
class Preparation {
  readonly #known = new Map<Schema, JsonWriter | undefined>();

  prepare(schema: Schema): JsonWriter | undefined {
    if (this.#known.has(schema)) return this.#known.get(schema);
    // What leads back here finds the writer when it is there.
    let write: JsonWriter | undefined;
    this.#known.set(schema, (value) => write?.(value));
    write = this.#write(schema, definitionOf(schema));
    this.#known.set(schema, write);
    return write;
  }

  #write(schema: Schema, definition: Definition): JsonWriter | undefined {
    const leaf = prepareLeaf(schema, definition);
    if (leaf || (definition.checks as readonly unknown[] | undefined)?.length) return leaf;
    switch (definition.type) {
      case 'object':
        if (definition.catchall) return undefined;
        return prepareObject(definition.shape as Record<string, Schema>, (member) => this.prepare(member));
      case 'array':
        return this.#array(definition.element as Schema);
      case 'union':
        return this.#union(definition);
      case 'nullable':
        return this.#nullable(definition.innerType as Schema);
      // Undefined is nothing that a writer is given.
      case 'optional':
      case 'nonoptional':
      case 'readonly':
        return this.prepare(definition.innerType as Schema);
      case 'lazy':
        return this.prepare((definition.getter as () => Schema)());
      default:
        return undefined;
    }
  }

  #nullable(inner: Schema): JsonWriter | undefined {
    const write = this.prepare(inner);
    return write && ((value) => (value === null ? 'null' : write(value)));
  }

  #array(element: Schema): JsonWriter | undefined {
    const write = this.prepare(element);
    return write && ((value) => (Array.isArray(value) ? writeItems(value, write) : undefined));
  }

  /** Which of its members a value is, one key tells. */
  #union({ discriminator, options }: Definition): JsonWriter | undefined {
    if (typeof discriminator !== 'string') return undefined;
    const writers = new Map<unknown, JsonWriter>();
    for (const option of options as readonly Schema[]) {
      const { type, shape } = definitionOf(option);
      const write = type === 'object' ? this.prepare(option) : undefined;
      const values = (shape as Record<string, Schema> | undefined)?.[discriminator]?._zod.values;
      if (!write || !values) return undefined;
      for (const value of values) writers.set(value, write);
    }
    return (value) => {
      if (typeof value !== 'object' || value === null) return undefined;
      return writers.get((value as Record<string, unknown>)[discriminator])?.(value);
    };
  }
}

function writeItems(items: readonly unknown[], write: JsonWriter): string | undefined {
  if (items.length === 0) return '[]';
  let text = '[';
  for (let index = 0; index < items.length; index++) {
    const item = items[index];
    const written = item === undefined ? undefined : write(item);
    if (written === undefined) return undefined;
    text += index === 0 ? written : `,${written}`;
  }
  return `${text}]`;
}
