import { setImmediate as nextTurn } from 'node:timers/promises';
import type { KeyListener, KeyStore, StoredKey } from '../key-store.js';
import { StoreError } from '../store-error.js';
import type { Database } from './database.js';
import { type Fill, KeyCache } from './key-cache.js';
import { CHANGES, KEYS, MOST_CHANGES } from './statements.js';
import { UnknownHashes } from './unknown-hashes.js';

/** Finds keys, in memory if they are certainly up to date, and follows their changes. */
export interface KeyLookup {
  readonly find: KeyStore['findByHashes'];
  /** Called before this process reports that it changed the key. */
  forget(hash: string): void;
  /** Polls for changes at once. */
  look(): void;
  /** The store's time in epoch milliseconds. While the store is unreachable, the monotonic clock continues it. */
  now(): number;
  stop(): void;
}

const LOOK_EVERY_MS = 250;
/** The age of the last successful poll at which watchers are warned, shortly before cached keys become invalid. */
const DOUBT_AFTER_MS = 950;
/** How long a hash counts as unknown. New keys are random, so an unknown one does not become known. */
const UNKNOWN_MS = 10_000;
const MOST_WAITING = 500;
const MOST_KEYS_A_QUESTION = 100;
/** The pause after a query that found no key: thousands of guesses a second cause only about two hundred queries. */
const GATHER_MS = 5;
/** The number of calls resolved per event loop tick, so that other events are processed in between. */
const CALLS_A_TURN = 4;

/** A call that waits for the store to find its key. */
interface Waiting {
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
  tell: KeyListener,
): Promise<KeyLookup> {
  const cache = new KeyCache(() => performance.now(), cacheSize);
  const unknown = new UnknownHashes();
  let offsetMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let doubting: NodeJS.Timeout | undefined;
  let isLooking = false;
  /** Whether another poll was requested while one is running. */
  let isWanted = false;
  let isStopped = false;
  let isAsking = false;
  const waiting: Waiting[] = [];

  async function readChanges(): Promise<void> {
    const pending = cache.beginLook();
    const [{ changed, position, origin, time }] = await query(CHANGES.look, [pending.position]);
    offsetMs = time - (pending.sentAt + performance.now()) / 2;
    const known = cache.endLook(pending, {
      changed: changed.length > MOST_CHANGES ? null : changed,
      position,
      origin,
      time,
    });
    if (known === null) tell(null);
    else for (const hash of known) tell(hash);
  }

  async function look(): Promise<void> {
    clearTimeout(timer);
    if (isLooking) {
      isWanted = true;
      return;
    }
    isLooking = true;
    isWanted = false;
    const begin = performance.now();
    // While polls fail, every key is queried, and those queries report the error.
    await readChanges().catch(() => {});
    isLooking = false;
    doubt();
    if (isStopped) return;
    const passedMs = performance.now() - begin;
    timer = setTimeout(look, isWanted ? 0 : Math.max(0, LOOK_EVERY_MS - passedMs)).unref();
  }

  /** Calls `tell(null)` in time, whatever happens to polls, but first reads a response that arrived while busy. */
  function doubt(): void {
    clearTimeout(doubting);
    if (isStopped) return;
    const leftMs = DOUBT_AFTER_MS - cache.ageMs;
    if (leftMs <= 0) tell(null);
    // Repeated while this lasts, for listeners that were added meanwhile.
    doubting = setTimeout(() => setImmediate(doubt), leftMs > 0 ? leftMs : LOOK_EVERY_MS).unref();
  }

  function ask(fill: Fill): Promise<StoredKey | null> {
    return new Promise((resolve, reject) => {
      if (waiting.length < MOST_WAITING) {
        waiting.push({ fill, resolve, reject });
        void askForWaiting();
        return;
      }
      cache.endFill(fill, null);
      reject(new StoreError('UNAVAILABLE', 'Too many calls bring keys that are not in memory.'));
    });
  }

  /**
   * Queries for all waiting calls together, one query at a time, so that the other connections stay free for changes
   * and polls, however many unknown keys arrive.
   */
  async function askForWaiting(): Promise<void> {
    if (isAsking) return;
    isAsking = true;
    while (waiting.length > 0) {
      const hasFound = await answer(waiting.splice(0, MOST_KEYS_A_QUESTION));
      if (!hasFound && waiting.length < MOST_KEYS_A_QUESTION) {
        await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
      }
    }
    isAsking = false;
  }

  /** Resolves the calls with one query. Returns false only if the query found none of the keys. */
  async function answer(calls: readonly Waiting[]): Promise<boolean> {
    const hashes = calls.flatMap(({ fill }) => fill.hashes.map((hash) => Buffer.from(hash, 'hex')));
    try {
      const rows = await query(KEYS.findByHashes, [hashes]);
      const keys = rows.filter(({ hash }) => hash !== null).map(({ readsOnly: _, ...key }) => key);
      for (const [index, { fill, resolve }] of calls.entries()) {
        if (index > 0 && index % CALLS_A_TURN === 0) await nextTurn();
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
  doubt();
  timer = setTimeout(look, LOOK_EVERY_MS).unref();
  return {
    find(hashes) {
      for (const hash of hashes) {
        const key = cache.find(hash);
        if (key) return key;
      }
      const first = hashes[0] as string;
      if (unknown.has(first, performance.now() - UNKNOWN_MS)) return null;
      const fill = cache.findFill(first) ?? cache.beginFill(hashes);
      fill.answer ??= ask(fill);
      return fill.answer;
    },
    forget: (hash) => cache.forget(hash),
    look: () => void look(),
    now: () => Math.floor(offsetMs + performance.now()),
    stop() {
      isStopped = true;
      clearTimeout(timer);
      clearTimeout(doubting);
    },
  };
}
