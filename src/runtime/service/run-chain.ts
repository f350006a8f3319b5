import type { Guard } from '../guards/guard.js';
import { fail } from '../respond/fail.js';
import type { Call, Layered } from './call.js';

/** What answers a method and a path. */
export interface Chain extends Layered {
  readonly guards: readonly Guard[];
  /** What the caller gets to see of what one of them throws. */
  readonly describe: (thrown: unknown) => unknown;
}

/** Leads a call through a chain, to its end or to the first guard that refuses it, and writes that refusal. */
export async function runChain(call: Call, { guards, describe }: Chain): Promise<void> {
  try {
    for (const guard of guards) {
      const verdict = guard(call);
      const refusal = verdict instanceof Promise ? await verdict : verdict;
      if (refusal !== undefined) return fail(call.answer, refusal, call.word);
    }
  } catch (thrown) {
    throw describe(thrown);
  }
}
