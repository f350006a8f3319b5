import fc from 'fast-check';

/** Halves of surrogate pairs are no code points of a text. */
const [SURROGATES, SURROGATE_COUNT] = [0xd800, 0x800];

/**
 * One character of all that there are: the unit `binary` of fast-check, which builds a map of all 1,112,064 in each process
 * that uses it. That takes a second of processor time, and a hundred megabytes.
 */
export const codePoint = fc.integer({ min: 0, max: 0x10ffff - SURROGATE_COUNT }).map(
  (index) => String.fromCodePoint(index < SURROGATES ? index : index + SURROGATE_COUNT),
  (text) => {
    const point = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (point === undefined || text !== String.fromCodePoint(point)) throw new Error('No character.');
    return point < SURROGATES ? point : point - SURROGATE_COUNT;
  },
);
