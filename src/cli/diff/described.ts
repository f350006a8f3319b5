import type { JsonObject } from '../../diff/json.js';

/** A description together with how the user named it. */
export interface Described {
  readonly name: string;
  readonly description: JsonObject;
}
