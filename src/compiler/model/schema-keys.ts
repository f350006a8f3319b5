import type { Schema } from '../../authoring/schema.js';
import { idOf } from '../describe/zod-schema.js';
import type { SchemaKey } from './shape.js';

/** The keys of schemas, each made when it is first asked for. */
export class SchemaKeys {
  readonly #keys = new Map<Schema, SchemaKey>();

  find(schema: Schema): SchemaKey | undefined {
    return this.#keys.get(schema);
  }

  obtain(schema: Schema): SchemaKey {
    const key = this.#keys.get(schema) ?? { id: idOf(schema) };
    this.#keys.set(schema, key);
    return key;
  }
}
