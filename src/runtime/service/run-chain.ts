import type { Guard, Verdict } from '../guards/guard.js';
import { fail } from '../respond/fail.js';
import type { Call, Layered } from './call.js';

/** What answers a method and a path. */
export interface Chain extends Layered {
  readonly guards: readonly Guard[];
  /** What the caller gets to see of what one of them throws. */
  readonly describe: (thrown: unknown) => unknown;
}

/**
 * Leads a call through a chain, to its end or to the first guard that refuses it, and writes that refusal. A promise
 * from the first guard on that has to wait: a call that waits for nothing is over at once.
 */
export function runChain(call: Call, chain: Chain): undefined | Promise<void> {
  const { guards } = chain;
  try {
    for (let index = 0; index < guards.length; index++) {
      const verdict = (guards[index] as Guard)(call);
      if (verdict instanceof Promise) return continueChain(call, chain, index + 1, verdict);
      if (verdict !== undefined) return void fail(call.answer, verdict, call.word);
    }
    return undefined;
  } catch (thrown) {
    throw chain.describe(thrown);
  }
}

/** Goes on with the guard at `next` when the one before it has let the call pass. */
async function continueChain(
  call: Call,
  { guards, describe }: Chain,
  next: number,
  waitedFor: Promise<Verdict>,
): Promise<void> {
  try {
    let refusal = await waitedFor;
    for (let index = next; index < guards.length && refusal === undefined; index++) {
      const verdict = (guards[index] as Guard)(call);
      refusal = verdict instanceof Promise ? await verdict : verdict;
    }
    if (refusal !== undefined) fail(call.answer, refusal, call.word);
  } catch (thrown) {
    throw describe(thrown);
  }
}
