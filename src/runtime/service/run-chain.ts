import type { Call } from '../call/call.js';
import type { Entry } from '../exchange.js';
import type { Guard, Verdict } from '../guards/guard.js';
import { fail } from '../respond/fail.js';

/** What answers a method and a path. */
export interface Chain extends Entry {
  readonly guards: readonly Guard[];
  /** What the caller gets to see of what one of them throws. */
  readonly describe: (thrown: unknown) => unknown;
}

/**
 * Leads a call through a chain, to its end or to the first guard that refuses it, and writes that refusal. A promise
 * from the first guard on that has to wait: a call that waits for nothing is over at once. After the wait it goes on
 * with the guard at `next`, unless `before`, the verdict of the one before it, is a refusal.
 */
export function runChain(call: Call, chain: Chain, next = 0, before?: Verdict): undefined | Promise<void> {
  const { guards } = chain;
  let refusal = before;
  try {
    for (let index = next; index < guards.length && refusal === undefined; index++) {
      const verdict = (guards[index] as Guard)(call);
      if (verdict instanceof Promise) return waitFor(verdict, call, chain, index + 1);
      refusal = verdict;
    }
    if (refusal !== undefined) fail(call.answer, refusal, call.word);
    return undefined;
  } catch (thrown) {
    throw chain.describe(thrown);
  }
}

/** Not an async function: its frame, and what it wakes it with, take as long as a guard. */
function waitFor(verdict: Promise<Verdict>, call: Call, chain: Chain, next: number): Promise<void> {
  return verdict.then(
    (settled) => runChain(call, chain, next, settled),
    (thrown) => {
      throw chain.describe(thrown);
    },
  );
}
