import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { KeyListener, KeyStore, StoredKey } from '../key-store.js';
import { StoreError } from '../store-error.js';
import type { Database } from './database.js';
import { type Fill, KeyCache } from './key-cache.js';
import { CHANGES, KEYS, MAX_CHANGES } from './statements.js';
import { UnknownHashes } from './unknown-hashes.js';

/** Finds keys, in memory if they are certainly up to date, and follows their changes. */
export interface KeyLookup {
  readonly find: KeyStore['findByHashes'];
  /** Called before this process reports that it changed the key. */
  forget(hash: string): void;
  /** Polls for changes at once. */
  poll(): void;
  /** The store's time in epoch milliseconds. While the store is unreachable, the monotonic clock continues it. */
  now(): number;
  stop(): void;
}

const POLL_INTERVAL_MS = 250;
/** The age of the last successful poll at which watchers are warned, shortly before cached keys become invalid. */
const POLL_OVERDUE_MS = 950;
/** How long a hash counts as unknown. New keys are random, so an unknown one does not become known. */
const UNKNOWN_HASH_MS = 10_000;
const MAX_WAITING = 500;
const MAX_BATCH_SIZE = 100;
/** The pause after a query that found no key: thousands of guesses a second cause only about two hundred queries. */
const BATCH_DELAY_MS = 5;
/** The number of calls resolved per event loop tick, so that other events are processed in between. */
const CALLS_PER_TICK = 4;

/** A call that waits for the store to find its key. */
interface WaitingCall {
  readonly fill: Fill;
  readonly resolve: (key: StoredKey | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Resolves after the first poll for changes; rejects like `query`. Calls `tell` with the hash of each key that another
 * process may have changed, and with null if any key may have changed, or if no poll has succeeded for so long that
 * cached keys are invalid.
 */
export async function startKeyLookup(
  { query }: Database,
  cacheSize: number,
  onChange: KeyListener,
): Promise<KeyLookup> {
  const cache = new KeyCache(() => performance.now(), cacheSize);
  const unknown = new UnknownHashes();
  let offsetMs = 0;
  let pollTimer: NodeJS.Timeout | undefined;
  let overdueTimer: NodeJS.Timeout | undefined;
  let isPolling = false;
  /** Whether another poll was requested while one is running. */
  let isPollRequested = false;
  let isStopped = false;
  let isQuerying = false;
  const queue: WaitingCall[] = [];

  async function readChanges(): Promise<void> {
    const pending = cache.beginPoll();
    const [{ changed, position, origin, time }] = await query(CHANGES.poll, [pending.position]);
    offsetMs = time - (pending.sentAt + performance.now()) / 2;
    const known = cache.endPoll(pending, {
      changed: changed.length > MAX_CHANGES ? null : changed,
      position,
      origin,
      time,
    });
    if (known === null) onChange(null);
    else for (const hash of known) onChange(hash);
  }

  async function poll(): Promise<void> {
    clearTimeout(pollTimer);
    if (isPolling) {
      isPollRequested = true;
      return;
    }
    isPolling = true;
    isPollRequested = false;
    const startedAt = performance.now();
    // While polls fail, every key is queried, and those queries report the error.
    await readChanges().catch(() => {});
    isPolling = false;
    checkOverdue();
    if (isStopped) return;
    const elapsedMs = performance.now() - startedAt;
    pollTimer = setTimeout(poll, isPollRequested ? 0 : Math.max(0, POLL_INTERVAL_MS - elapsedMs)).unref();
  }

  /** Calls `tell(null)` in time, whatever happens to polls, but first reads a response that arrived while busy. */
  function checkOverdue(): void {
    clearTimeout(overdueTimer);
    if (isStopped) return;
    const leftMs = POLL_OVERDUE_MS - cache.ageMs;
    if (leftMs <= 0) onChange(null);
    // Repeated while this lasts, for listeners that were added meanwhile.
    overdueTimer = setTimeout(
      () => setImmediate(checkOverdue),
      leftMs > 0 ? leftMs : POLL_INTERVAL_MS,
    ).unref();
  }

  function enqueue(fill: Fill): Promise<StoredKey | null> {
    return new Promise((resolve, reject) => {
      if (queue.length < MAX_WAITING) {
        queue.push({ fill, resolve, reject });
        void drainQueue();
        return;
      }
      cache.endFill(fill, null);
      reject(new StoreError('UNAVAILABLE', 'Too many calls use keys that are not cached.'));
    });
  }

  /**
   * Queries for all waiting calls together, one query at a time, so that the other connections stay free for changes
   * and polls, however many unknown keys arrive.
   */
  async function drainQueue(): Promise<void> {
    if (isQuerying) return;
    isQuerying = true;
    while (queue.length > 0) {
      const hasFound = await resolveBatch(queue.splice(0, MAX_BATCH_SIZE));
      if (!hasFound && queue.length < MAX_BATCH_SIZE) {
        await new Promise((resolve) => setTimeout(resolve, BATCH_DELAY_MS));
      }
    }
    isQuerying = false;
  }

  /** Resolves the calls with one query. Returns false only if the query found none of the keys. */
  async function resolveBatch(calls: readonly WaitingCall[]): Promise<boolean> {
    const hashes = calls.flatMap(({ fill }) => fill.hashes.map((hash) => Buffer.from(hash, 'hex')));
    try {
      const rows = await query(KEYS.findByHashes, [hashes]);
      const keys = rows.filter(({ hash }) => hash !== null).map(({ readsOnly: _, ...key }) => key);
      for (const [index, { fill, resolve }] of calls.entries()) {
        if (index > 0 && index % CALLS_PER_TICK === 0) await yieldToEventLoop();
        const key = keys.find(({ hash }) => fill.hashes.includes(hash)) ?? null;
        if (key === null) unknown.note(fill.hashes[0] as string, performance.now());
        cache.endFill(fill, key);
        resolve(key);
      }
      return keys.length > 0;
    } catch (error) {
      for (const { fill, reject } of calls) {
        cache.endFill(fill, null);
        reject(error);
      }
      return true;
    }
  }

  await readChanges();
  checkOverdue();
  pollTimer = setTimeout(poll, POLL_INTERVAL_MS).unref();
  return {
    find(hashes) {
      for (const hash of hashes) {
        const key = cache.find(hash);
        if (key) return key;
      }
      const [first] = hashes;
      if (first === undefined || unknown.has(first, performance.now() - UNKNOWN_HASH_MS)) return null;
      const fill = cache.findFill(first) ?? cache.beginFill(hashes);
      fill.answer ??= enqueue(fill);
      return fill.answer;
    },
    forget: (hash) => cache.forget(hash),
    poll: () => void poll(),
    now: () => Math.floor(offsetMs + performance.now()),
    stop() {
      isStopped = true;
      clearTimeout(pollTimer);
      clearTimeout(overdueTimer);
    },
  };
}
