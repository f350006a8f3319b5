import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerStore, Once, StoredAnswer } from '../answer-store.js';
import { StoreError } from '../store-error.js';
import { BOOKKEEPING_MS, type Database } from './database.js';
import { ANSWERS } from './statements.js';

export interface PostgresAnswers extends AnswerStore {
  /** Ends the renewal of leases. */
  stop(): void;
}

/** A claim that this process holds. */
interface Held {
  readonly request: Once;
  /** What other requests of this process get. It never rejects. */
  readonly answer: Promise<StoredAnswer | null>;
  /** Stores what the claim was settled with; null before that. */
  settle: (() => Promise<void>) | null;
}

/** Often enough for `ANSWERS.claim`, whose lease ends after 10 s. */
const RENEWAL_MS = 3_000;
const POLL_MS = 200;
/** What a process adds, in bytes, before it looks again for what has no room. */
const ADDED_BYTES = 131_072;
/** What an answer counts for beside its content. */
const ANSWER_BYTES = 1_024;

/**
 * Answers that all processes share. Who holds a claim renews its lease. After the lease nobody knows what came of the
 * request, and it counts as carried out. `ANSWERS_OF_CALLER` bounds what is kept for each caller, roughly.
 */
export function createPostgresAnswers({ query, execute, transact }: Database): PostgresAnswers {
  const holder = randomUUID();
  const held = new Map<string, Held>();
  const waits = new Map<string, Promise<StoredAnswer | null>>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let addedBytes = 0;

  function schedule(): void {
    if (isStopped) return;
    timer ??= setTimeout(async () => {
      const claims = [...held];
      // What fails is tried again the next time.
      await Promise.allSettled([
        query(ANSWERS.renew, [claims.map(([, { request }]) => idOf(request)), holder]),
        ...claims.map(([, { settle }]) => settle?.()),
      ]);
      timer = undefined;
      if (held.size > 0) schedule();
    }, RENEWAL_MS).unref();
  }

  /** Holds the claim until it is settled. The result settles it. */
  function hold(request: Once): (answer: StoredAnswer | null) => void {
    let resolve: (answer: StoredAnswer | null) => void = () => {};
    const promise = new Promise<StoredAnswer | null>((resolved) => {
      resolve = resolved;
    });
    const claim: Held = { request, answer: promise, settle: null };
    held.set(nameOf(request), claim);
    schedule();
    return (answer) => {
      if (claim.settle !== null) return;
      const store = async () => {
        const [row] = await transact((query) =>
          answer === null
            ? query(ANSWERS.release, [idOf(request), holder])
            : query(ANSWERS.settle, [idOf(request), holder, ...toColumns(answer)]),
        );
        held.delete(nameOf(request));
        resolve(row === undefined ? null : readAnswer(row));
      };
      let storing: Promise<void> | undefined;
      // One attempt at a time: after the first that succeeds the request may be claimed again, which a second one would end.
      claim.settle = () => {
        storing ??= store().finally(() => {
          storing = undefined;
        });
        return storing;
      };
      // The next renewal tries again; room is made with the next answers.
      claim
        .settle()
        .then(() => makeRoom(request, answer))
        .catch(() => {});
    };
  }

  /** The look at all that a caller has is worth its time after many answers, or a long one. */
  async function makeRoom({ caller }: Once, answer: StoredAnswer | null): Promise<void> {
    addedBytes += ANSWER_BYTES + (answer?.kind === 'answer' ? answer.text.length : 0);
    if (addedBytes < ADDED_BYTES) return;
    addedBytes = 0;
    await transact((query) => query(ANSWERS.forgetOldest, [hash(caller)]), { statementMs: BOOKKEEPING_MS });
  }

  /** Whether the claim is new. */
  async function insert(request: Once): Promise<boolean> {
    try {
      const values = [idOf(request), request.fingerprint, holder, hash(request.caller)];
      return (await execute(ANSWERS.claim, values)).length > 0;
    } catch (error) {
      // It may be there where the answer was lost. What another request has claimed meanwhile is that one's.
      const isUnknown = error instanceof StoreError && error.code === 'UNKNOWN';
      if (isUnknown && !held.has(nameOf(request))) hold(request)(null);
      throw error;
    }
  }

  /** However many repeat the request here, its answer is polled once. */
  function join(request: Once): Promise<StoredAnswer | null> {
    const name = `${nameOf(request)}${request.fingerprint}`;
    const joined = waits.get(name) ?? wait(request).finally(() => waits.delete(name));
    waits.set(name, joined);
    return joined;
  }

  /** Never rejects, because nobody may be left to hear it: whoever waits limits how long. */
  async function wait(request: Once): Promise<StoredAnswer | null> {
    for (;;) {
      await sleep(POLL_MS);
      if (isStopped) return null;
      const rows = await query(ANSWERS.find, [idOf(request)]).catch(() => null);
      if (rows === null) continue;
      const [row] = rows;
      if (row === undefined || row.fingerprint !== request.fingerprint) return null;
      if (row.isOver) return readAnswer(row);
    }
  }

  return {
    async claim(request) {
      for (;;) {
        const own = held.get(nameOf(request));
        if (own?.settle) await own.answer;
        else if (own) {
          if (own.request.fingerprint !== request.fingerprint) return { kind: 'other' };
          return { kind: 'again', answer: own.answer };
        }
        if (await insert(request)) return { kind: 'first', settle: hold(request) };
        const [row] = await query(ANSWERS.find, [idOf(request)]);
        if (row === undefined) continue;
        if (row.isExpired && row.isOver) {
          await transact((query) => query(ANSWERS.drop, [idOf(request)]));
          continue;
        }
        if (row.fingerprint !== request.fingerprint) return { kind: 'other' };
        return { kind: 'again', answer: row.isOver ? readAnswer(row) : join(request) };
      }
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** The identity of a request in the database: names may be long, and hold what PostgreSQL does not take. */
export function idOf(request: Once): Buffer {
  return hash(nameOf(request));
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function nameOf({ caller, name }: Once): string {
  return JSON.stringify([caller, name]);
}

interface Row {
  readonly answer: string | null;
  readonly madeId: string | null;
}

function readAnswer({ answer, madeId }: Row): StoredAnswer {
  return answer === null ? { kind: 'made', id: madeId } : { kind: 'answer', text: answer };
}

function toColumns(answer: StoredAnswer): readonly [answer: string | null, madeId: string | null] {
  return answer.kind === 'answer' ? [answer.text, null] : [null, answer.id];
}
