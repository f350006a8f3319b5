import type { Schema } from '../../definition/schema.js';
import type { SchemaKey } from '../schema/shape.js';
import { idOf } from './zod-schema.js';

/** The keys of schemas, each made when it is first asked for. */
export class SchemaKeys {
  readonly #keys = new WeakMap<Schema, SchemaKey>();
  readonly #ids = new Map<SchemaKey, string | undefined>();
  readonly #prefix: string;

  constructor(prefix = '@') {
    this.#prefix = prefix;
  }

  find(schema: Schema): SchemaKey | undefined {
    return this.#keys.get(schema);
  }

  obtain(schema: Schema): SchemaKey {
    const known = this.#keys.get(schema);
    if (known !== undefined) return known;
    const key = `${this.#prefix}${this.#ids.size + 1}`;
    this.#keys.set(schema, key);
    this.#ids.set(key, idOf(schema));
    return key;
  }

  idOf(key: SchemaKey): string | undefined {
    return this.#ids.get(key);
  }
}
