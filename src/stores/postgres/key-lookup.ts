import type { KeyStore, StoredKey } from '../key-store.js';
import { StoreError } from '../store-error.js';
import type { Database } from './database.js';
import { type Fill, Generations, KeyCache } from './key-cache.js';
import { CHANGES, KEYS, MOST_CHANGES } from './statements.js';

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
/** An unknown key does not become known: keys are drawn at random. */
const UNKNOWN_MS = 10_000;
const MOST_UNKNOWN = 10_000;
/** The others of the connections stay free for changes and looks, whatever calls with unknown keys come. */
const MOST_QUESTIONS = 2;
const MOST_WAITING = 500;

/** Resolves after the first look at the changes; rejects as `query` does. */
export async function startKeyLookup({ query }: Database, cacheSize: number): Promise<KeyLookup> {
  const cache = new KeyCache(() => performance.now(), cacheSize);
  const unknown = new Generations<number>(MOST_UNKNOWN);
  let offsetMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  /** Whether somebody wants to know what changed after the look that is under way. */
  let isWanted = false;
  let isStopped = false;
  let questions = 0;
  const waiting: (() => void)[] = [];

  async function readChanges(): Promise<void> {
    const pending = cache.beginLook();
    const [{ changed, position, origin, time }] = await query(CHANGES.look, [pending.position]);
    offsetMs = time - (pending.sentAt + performance.now()) / 2;
    cache.endLook(pending, {
      changed: changed.length > MOST_CHANGES ? null : changed,
      position,
      origin,
      time,
    });
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
    if (isStopped) return;
    const passedMs = performance.now() - begin;
    timer = setTimeout(look, isWanted ? 0 : Math.max(0, LOOK_EVERY_MS - passedMs)).unref();
  }

  async function ask(fill: Fill): Promise<StoredKey | null> {
    let key: StoredKey | null = null;
    try {
      const hashes = fill.hashes.map((hash) => Buffer.from(hash, 'hex'));
      await enter();
      const [{ readsOnly: _, ...found }] = await query(KEYS.findByHashes, [hashes]).finally(leave);
      if (found.id !== null) key = found;
      else unknown.set(fill.hashes[0] as string, performance.now());
      return key;
    } finally {
      cache.endFill(fill, key);
    }
  }

  async function enter(): Promise<void> {
    if (questions < MOST_QUESTIONS) questions += 1;
    else if (waiting.length < MOST_WAITING) await new Promise<void>((resolve) => waiting.push(resolve));
    else throw new StoreError('UNAVAILABLE', 'Too many calls bring keys that are not in memory.');
  }

  function leave(): void {
    const next = waiting.shift();
    if (next) next();
    else questions -= 1;
  }

  await readChanges();
  timer = setTimeout(look, LOOK_EVERY_MS).unref();
  return {
    find(hashes) {
      const missing: string[] = [];
      for (const hash of hashes) {
        const key = cache.find(hash);
        if (key) return key;
        missing.push(hash);
      }
      const [first = '', ...others] = missing;
      if (performance.now() - (unknown.get(first) ?? Number.NEGATIVE_INFINITY) < UNKNOWN_MS) return null;
      const fill = cache.findFill(first) ?? cache.beginFill([first, ...others]);
      fill.answer ??= ask(fill);
      return fill.answer;
    },
    forget: (hash) => cache.forget(hash),
    look: () => void look(),
    now: () => Math.floor(offsetMs + performance.now()),
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
