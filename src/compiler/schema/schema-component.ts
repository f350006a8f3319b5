import type { SchemaKey, Shape } from './shape.js';
import type { Side } from './side.js';

/**
 * A schema that has an id, or contains itself. One with an id is described on both sides, also where one of them is
 * unused: two schemas with one id have to be alike on both.
 */
export interface SchemaComponent {
  readonly id: string | undefined;
  readonly shapes: Partial<Record<Side, Shape | undefined>>;
}

/** That a procedure leads to a component on a side. */
export interface SchemaUse {
  readonly key: SchemaKey;
  readonly side: Side;
}
