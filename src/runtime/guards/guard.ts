import type { Call } from '../call/call.js';
import type { Refusal } from '../respond/fail.js';

/**
 * One step of a route's chain. Returns undefined to pass the call on, or a refusal to answer with. Anything that it
 * throws is answered the same way. Returns a promise only if it has to wait.
 */
export type Guard = (call: Call) => Verdict | Promise<Verdict>;

export type Verdict = Refusal | undefined;
