import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnswerStore, IdempotentRequest, StoredAnswer } from '../answer-store.js';
import { StoreError } from '../store-error.js';
import { BOOKKEEPING_MS, type Database, type Query } from './database.js';
import { ANSWERS } from './statements.js';

export interface PostgresAnswers extends AnswerStore {
  /** Stops renewing leases. */
  stop(): void;
}

/** A claim that this process holds. */
interface HeldClaim {
  readonly request: IdempotentRequest;
  /** What other requests with the same name get in this process. Never rejects. */
  readonly answer: Promise<StoredAnswer | null>;
  /** Stores the outcome of the claim; null until it is settled. */
  settle: (() => Promise<void>) | null;
}

/** Frequent enough for the lease of `ANSWERS.claim`, which lasts 10 s. */
const RENEWAL_MS = 3_000;
const POLL_MS = 200;
/** How many bytes a process stores before it evicts responses over the limit. */
const EVICTION_INTERVAL_BYTES = 131_072;
/** The overhead of a response, in addition to its content. */
const OVERHEAD_BYTES = 1_024;

/**
 * Stores responses for all processes. The holder of a claim renews its lease. If the lease expires, the outcome of the
 * request is unknown, and it counts as processed. `CALLER_LIMITS` limits approximately what is stored per caller.
 */
export function createPostgresAnswers({ query, execute, transact }: Database): PostgresAnswers {
  const holder = randomUUID();
  const held = new Map<string, HeldClaim>();
  const polls = new Map<string, Promise<StoredAnswer | null>>();
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let addedBytes = 0;

  function schedule(): void {
    if (isStopped) return;
    timer ??= setTimeout(async () => {
      const claims = [...held];
      // Failed queries are retried with the next renewal.
      await Promise.allSettled([
        query(ANSWERS.renew, [claims.map(([, { request }]) => idOf(request)), holder]),
        ...claims.map(([, { settle }]) => settle?.()),
      ]);
      timer = undefined;
      if (held.size > 0) schedule();
    }, RENEWAL_MS).unref();
  }

  /** Holds the claim until the returned function is called, which settles it. */
  function hold(request: IdempotentRequest): (answer: StoredAnswer | null) => void {
    let resolve: (answer: StoredAnswer | null) => void = () => {};
    const promise = new Promise<StoredAnswer | null>((resolved) => {
      resolve = resolved;
    });
    const claim: HeldClaim = { request, answer: promise, settle: null };
    held.set(nameOf(request), claim);
    schedule();
    return (answer) => {
      if (claim.settle !== null) return;
      const store = async () => {
        const [row] = await transact((query) =>
          answer === null
            ? release(query, request)
            : query(ANSWERS.settle, [idOf(request), holder, ...toColumns(answer)]),
        );
        held.delete(nameOf(request));
        resolve(row === undefined ? null : readAnswer(row));
      };
      let storing: Promise<void> | undefined;
      // One attempt at a time: after one succeeds, the request may be claimed again, which a second one would release.
      claim.settle = () => {
        storing ??= store().finally(() => {
          storing = undefined;
        });
        return storing;
      };
      // On failure the next renewal retries. Eviction then waits for later responses.
      claim
        .settle()
        .then(() => evictOldest(request, answer))
        .catch(() => {});
    };
  }

  /**
   * Deletes the claim. Its own insertion may still wait for a synchronous standby, and is not visible until then, so it
   * is repeated: PostgreSQL waits for it, or the lock timeout ends the transaction.
   */
  async function release(query: Query, request: IdempotentRequest): ReturnType<Query> {
    await query(ANSWERS.claim, toClaim(request));
    return query(ANSWERS.release, [idOf(request), holder]);
  }

  /** Evicts old responses: only after many, or a long one, because the query reads all rows of the caller. */
  async function evictOldest({ caller }: IdempotentRequest, answer: StoredAnswer | null): Promise<void> {
    addedBytes += OVERHEAD_BYTES + (answer?.kind === 'answer' ? answer.text.length : 0);
    if (addedBytes < EVICTION_INTERVAL_BYTES) return;
    addedBytes = 0;
    await transact((query) => query(ANSWERS.evictOldest, [hash(caller)]), { statementMs: BOOKKEEPING_MS });
  }

  function toClaim(request: IdempotentRequest): readonly unknown[] {
    return [idOf(request), request.fingerprint, holder, hash(request.caller)];
  }

  /** Inserts the claim. Returns whether it is new. */
  async function insert(request: IdempotentRequest): Promise<boolean> {
    try {
      return (await execute(ANSWERS.claim, toClaim(request))).length > 0;
    } catch (error) {
      // If the response was lost, the claim may exist, so it is released, unless another request holds it by now.
      const isUnknown = error instanceof StoreError && error.code === 'UNKNOWN';
      if (isUnknown && !held.has(nameOf(request))) hold(request)(null);
      throw error;
    }
  }

  /** Polls for the response once, however many requests in this process wait for it. */
  function waitForAnswer(request: IdempotentRequest): Promise<StoredAnswer | null> {
    const name = `${nameOf(request)}${request.fingerprint}`;
    const joined = polls.get(name) ?? pollUntilSettled(request).finally(() => polls.delete(name));
    polls.set(name, joined);
    return joined;
  }

  /** Never rejects, because there may be no listener left. The waiting request has its own timeout. */
  async function pollUntilSettled(request: IdempotentRequest): Promise<StoredAnswer | null> {
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
        // Rejects if the outcome cannot be stored now, as claiming does.
        if (own?.settle) await own.settle();
        else if (own) {
          if (own.request.fingerprint !== request.fingerprint) return { kind: 'other' };
          return { kind: 'again', answer: own.answer };
        }
        if (await insert(request)) return { kind: 'first', settle: hold(request) };
        const [row] = await query(ANSWERS.find, [idOf(request)]);
        if (row === undefined) continue;
        if (row.isExpired && row.isOver) {
          await transact((query) => query(ANSWERS.deleteExpired, [idOf(request)]));
          continue;
        }
        if (row.fingerprint !== request.fingerprint) return { kind: 'other' };
        return { kind: 'again', answer: row.isOver ? readAnswer(row) : waitForAnswer(request) };
      }
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** The id of a request in the database. It is a hash, because names may be long or contain what PostgreSQL rejects. */
export function idOf(request: IdempotentRequest): Buffer {
  return hash(nameOf(request));
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function nameOf({ caller, name }: IdempotentRequest): string {
  return JSON.stringify([caller, name]);
}

interface Row {
  readonly answer: string | null;
  readonly createdId: string | null;
}

function readAnswer({ answer, createdId }: Row): StoredAnswer {
  return answer === null ? { kind: 'processed', id: createdId } : { kind: 'answer', text: answer };
}

/** PostgreSQL stores no text with a NUL character. JSON has none; an id with one counts as unknown. */
function toColumns(answer: StoredAnswer): readonly [answer: string | null, createdId: string | null] {
  if (answer.kind === 'answer') return [answer.text, null];
  return [null, answer.id?.includes('\0') ? null : answer.id];
}
