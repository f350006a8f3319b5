import type { ResponseOptions } from '../../definition/context.js';

/** The success of a procedure, as it is sent. */
export interface Outcome {
  readonly status: number;
  /** A JSON document; null for no body. */
  readonly text: string | null;
  readonly response: ResponseOptions;
}
