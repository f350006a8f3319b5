import type { Guard } from '../guards/guard.js';

/** Something under the prefix that the package itself answers. */
export interface Endpoint {
  /** After the prefix. */
  readonly path: string;
  readonly methods: readonly string[];
  readonly answer: Guard;
}
