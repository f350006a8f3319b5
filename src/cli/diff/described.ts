import type { JsonObject } from '../../diff/json.js';

/** A description and the name that the user gave it. */
export interface Described {
  readonly name: string;
  readonly description: JsonObject;
}
