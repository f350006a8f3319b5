import type { Call } from '../call/call.js';
import type { Entry } from '../exchange.js';
import type { Guard, Verdict } from '../guards/guard.js';
import { fail } from '../respond/fail.js';

/** Answers the requests of a path and its methods. */
export interface Chain extends Entry {
  /** A method, because V8 makes a dictionary of an object literal with a getter, and reads it three times as slowly. */
  listGuards(): readonly Guard[];
  /** Converts what a guard throws to what the caller may see. */
  readonly describe: (thrown: unknown) => unknown;
}

/**
 * Runs a call through a chain, to its end or to the first guard that refuses it, and writes that refusal. Returns a
 * promise only if a guard has to wait. After the wait it continues with the guard at `next`, unless `before`, the
 * verdict of the previous one, is a refusal.
 */
export function runChain(call: Call, chain: Chain, next = 0, before?: Verdict): undefined | Promise<void> {
  const guards = chain.listGuards();
  let refusal = before;
  try {
    for (let index = next; index < guards.length && refusal === undefined; index++) {
      const verdict = (guards[index] as Guard)(call);
      if (verdict instanceof Promise) return waitFor(verdict, call, chain, index + 1);
      refusal = verdict;
    }
    if (refusal !== undefined) fail(call.answer, refusal, call.formatMessage);
    return undefined;
  } catch (thrown) {
    throw chain.describe(thrown);
  }
}

/** Not an async function: its frame and its resumption cost as much as a guard. */
function waitFor(verdict: Promise<Verdict>, call: Call, chain: Chain, next: number): Promise<void> {
  return verdict.then(
    (settled) => runChain(call, chain, next, settled),
    (thrown) => {
      throw chain.describe(thrown);
    },
  );
}
