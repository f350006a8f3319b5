import { setImmediate as nextTurn } from 'node:timers/promises';
import type { KeyListener, KeyStore, StoredKey } from '../key-store.js';
import { StoreError } from '../store-error.js';
import type { Database } from './database.js';
import { type Fill, KeyCache } from './key-cache.js';
import { CHANGES, KEYS, MOST_CHANGES } from './statements.js';
import { UnknownHashes } from './unknown-hashes.js';

/** Looks keys up, in memory where that is certain, and follows their changes. */
export interface KeyLookup {
  readonly find: KeyStore['findByHashes'];
  /** Called before this process answers that it changed the key. */
  forget(hash: string): void;
  /** Looks at the changes without waiting for the next turn. */
  look(): void;
  /** The store's time in epoch milliseconds. While the store is out of reach, the monotonic clock goes on. */
  now(): number;
  stop(): void;
}

const LOOK_EVERY_MS = 250;
/** After the last look that was answered: soon no key counts, and who is told of it has a little time. */
const DOUBT_AFTER_MS = 950;
/** An unknown key does not become known: keys are drawn at random. */
const UNKNOWN_MS = 10_000;
const MOST_WAITING = 500;
const MOST_KEYS_A_QUESTION = 100;
/** After a question that found no key: who guesses thousands a second costs the store some two hundred questions. */
const GATHER_MS = 5;
/** So many calls go on at once, before what else has come meanwhile. */
const CALLS_A_TURN = 4;

/** A call that waits for the store to find its key. */
interface Waiting {
  readonly fill: Fill;
  readonly resolve: (key: StoredKey | null) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Resolves after the first look at the changes; rejects as `query` does. `tell` is called with the hash of each key that
 * another process may have changed, and with null where it may have been any, or where nothing was heard for so long that
 * no key counts.
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
  /** Whether somebody wants to know what changed after the look that is under way. */
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
    // As long as looks fail the store is asked for every key, and says why.
    await readChanges().catch(() => {});
    isLooking = false;
    doubt();
    if (isStopped) return;
    const passedMs = performance.now() - begin;
    timer = setTimeout(look, isWanted ? 0 : Math.max(0, LOOK_EVERY_MS - passedMs)).unref();
  }

  /** Whatever becomes of looks, it is told in time. An answer that has come while this process was busy is read before. */
  function doubt(): void {
    clearTimeout(doubting);
    if (isStopped) return;
    const leftMs = DOUBT_AFTER_MS - cache.ageMs;
    if (leftMs <= 0) tell(null);
    // Told again as long as that lasts, to who has begun to watch meanwhile.
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
   * Asks for all that wait together, one question at a time: the other connections stay free for changes and looks,
   * whatever calls with unknown keys come.
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

  /** Whether any of the keys is known, or nobody knows. */
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
