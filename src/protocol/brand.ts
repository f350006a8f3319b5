/**
 * Brands are registered symbols, so that two copies of the package in one process recognise each other's
 * objects where `instanceof` would not.
 */
export const PROCEDURE = Symbol.for('procgen.procedure');
/** The key of a builder's metadata. */
export const BUILDER = Symbol.for('procgen.builder');
/** On the definition of an output schema; its value is an `OutputKind`. */
export const OUTPUT = Symbol.for('procgen.output');
/** In place of `OUTPUT` on the envelopes that version 0.1.0 makes; its value is true. */
export const ENVELOPE = Symbol.for('procgen.envelope');
/** On an event that has an id. */
export const EVENT = Symbol.for('procgen.event');
export const PROCEDURE_ERROR = Symbol.for('procgen.procedure-error');
export const CONFIG = Symbol.for('procgen.config');

/** Whether `value` is an object or function that carries `brand`. */
export function hasBrand(value: unknown, brand: symbol): boolean {
  return (
    ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
    (value as Record<symbol, unknown>)[brand] === true
  );
}
