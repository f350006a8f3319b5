import type { Call } from '../call/call.js';
import type { Refusal } from '../respond/fail.js';

/**
 * One step of a route's chain. It lets the call pass to the next with nothing, and refuses it with what it gives back;
 * what it throws is answered alike. A promise only where there is something to wait for.
 */
export type Guard = (call: Call) => Verdict | Promise<Verdict>;

export type Verdict = Refusal | undefined;
