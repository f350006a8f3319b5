/**
 * Brands are registered symbols, so that two copies of the package in one process recognise each other's
 * objects where `instanceof` would not.
 */
export const PROCEDURE = Symbol.for('procgen.procedure');
/** The key of a builder's metadata. */
export const BUILDER = Symbol.for('procgen.builder');
export const ENVELOPE = Symbol.for('procgen.envelope');
/** On the definition of an output schema that stands for bytes; its value is their content type. */
export const BINARY = Symbol.for('procgen.binary');
/** On the definition of an output schema that stands for a stream; its value is a `StreamDefinition`. */
export const STREAM = Symbol.for('procgen.stream');
/** On an event that has an id. */
export const EVENT = Symbol.for('procgen.event');
/** On the definition of an output schema that stands for a redirect; its value is the status. */
export const REDIRECT = Symbol.for('procgen.redirect');
export const PROCEDURE_ERROR = Symbol.for('procgen.procedure-error');
export const CONFIG = Symbol.for('procgen.config');

/** Whether `value` is an object or function that carries `brand`. */
export function hasBrand(value: unknown, brand: symbol): boolean {
  return (
    ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
    (value as Record<symbol, unknown>)[brand] === true
  );
}
