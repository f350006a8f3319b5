import type { ReaderCall } from './reader-message.js';

/**
 * Calls that wait for the thread that reads. Those of the session that was opened first go first: a configuration is asked
 * for after its procedure files are, and before any of them is of use.
 */
export class CallQueue {
  readonly #sessions = new Map<number, ReaderCall[]>();

  add(call: ReaderCall): void {
    const calls = this.#sessions.get(call.session);
    if (calls) calls.push(call);
    else this.#sessions.set(call.session, [call]);
  }

  /** The next `count` calls of one session, or what there is of them; none when nothing waits. */
  take(count: number): readonly ReaderCall[] {
    if (this.#sessions.size === 0) return [];
    const session = Math.min(...this.#sessions.keys());
    const calls = this.#sessions.get(session) ?? [];
    if (calls.length <= count) this.#sessions.delete(session);
    return calls.splice(0, count);
  }

  clear(): void {
    this.#sessions.clear();
  }
}
