import type { StoredKey } from '../../../src/stores/key-store.js';
import {
  CHANGES_KEPT_MS,
  type Fill,
  type KeyCache,
  type PollResult,
} from '../../../src/stores/postgres/key-cache.js';

/** The class under test, or a changed copy of it. */
export type CacheClass = new (now: () => number, size: number) => KeyCache;

interface Simulation {
  readonly seed: number;
  readonly Cache: CacheClass;
  /** Reads changes from the highest transaction that a look has seen, not from the lowest that still runs. */
  readonly losesLateCommits?: boolean;
}

const BOUND_MS = 1_000;
const LOOK_EVERY_MS = 250;
const DEADLINE_MS = 1_000;
const HASHES = ['aa', 'bb', 'cc'];

interface Deletion {
  readonly transaction: number;
  readonly hash: string;
  readonly beginsAt: number;
  readonly commitsAt: number;
}

/**
 * One process with a cache beside a store whose keys others delete: look-ups, looks, deletions, answers that come late or
 * never, crashes of the store, pauses of the process and of its machine, all in an order that the seed decides. Returns what
 * is wrong: a key that was found more than a second after its deletion, by the time that the process was awake, or after this
 * process had answered that it deleted the key; null when nothing is.
 */
function simulateCache(simulation: Simulation): string | null {
  const { Cache, losesLateCommits = false } = simulation;
  const random = createRandom(simulation.seed);
  const pick = (limit: number) => Math.floor(random() * limit);
  const events: { at: number; readonly isOfProcess: boolean; readonly run: () => void }[] = [];
  const deletions: Deletion[] = [];
  const answeredHere = new Set<string>();
  let now = 0;
  let suspendedMs = 0;
  let pausedUntil = 0;
  let fault: string | null = null;
  const cache = new Cache(() => now - suspendedMs, 4);
  const end = 3_000 + pick(3_000);

  const schedule = (afterMs: number, run: () => void, isOfProcess = true) =>
    void events.push({ at: now + afterMs, isOfProcess, run });
  const delay = () => (pick(12) === 0 ? pick(1_500) : pick(40));
  const isDeleted = (hash: string) => deletions.some((one) => one.hash === hash && one.commitsAt <= now);

  function look(): void {
    schedule(LOOK_EVERY_MS, look);
    const pending = cache.beginPoll();
    const sentAt = now;
    if (pick(12) === 0) return;
    schedule(
      delay(),
      () => {
        const answer = readChanges(pending.position);
        schedule(delay(), () => {
          if (now - sentAt < DEADLINE_MS && pending.sentAt >= lookedAt) {
            lookedAt = pending.sentAt;
            cache.endPoll(pending, answer);
          }
        });
      },
      false,
    );
  }
  let lookedAt = 0;

  function readChanges(position: string | null): PollResult {
    const seen = deletions.filter((one) => one.commitsAt <= now);
    const running = deletions.filter((one) => one.beginsAt <= now && one.commitsAt > now);
    const highest = Math.max(0, ...seen.map(({ transaction }) => transaction)) + 1;
    const lowest = Math.min(nextTransaction, ...running.map(({ transaction }) => transaction));
    const changed = seen
      .filter((one) => position !== null && one.transaction >= Number(position))
      .filter((one) => one.beginsAt > now - CHANGES_KEPT_MS)
      .map(({ hash }) => hash);
    const next = String(losesLateCommits ? highest : lowest);
    return { changed, position: next, origin: `${crashes}`, time: now };
  }
  let nextTransaction = 1;
  let crashes = 0;

  function lookUp(): void {
    schedule(pick(120), lookUp);
    const hash = HASHES[pick(HASHES.length)] as string;
    const key = cache.find(hash);
    if (key) {
      fault ??= findFaultOf(hash);
      return;
    }
    const underWay = cache.findFill(hash);
    if (underWay) {
      joined.get(underWay)?.push(findFaultOf(hash));
      return;
    }
    const fill = cache.beginFill([hash]);
    const faults: (string | null)[] = [];
    joined.set(fill, faults);
    schedule(
      delay(),
      () => {
        const found = isDeleted(hash) ? null : ({ hash } as StoredKey);
        schedule(delay(), () => {
          cache.endFill(fill, found);
          if (found) for (const each of faults) fault ??= each;
        });
      },
      false,
    );
  }
  /** What would be wrong if the key were found for those who wait for an answer that is under way. */
  const joined = new Map<Fill, (string | null)[]>();

  /** What is wrong when a request that comes now finds the key. */
  function findFaultOf(hash: string): string | null {
    if (answeredHere.has(hash)) return `${hash} was found after this process had answered its deletion`;
    for (const { hash: deleted, commitsAt } of deletions) {
      if (deleted !== hash || commitsAt > now) continue;
      const lateMs = now - suspendedMs - (commitsAt - suspendedBefore(commitsAt));
      if (lateMs > BOUND_MS) return `${hash} was found ${lateMs} ms after its deletion`;
    }
    return null;
  }

  const suspensions: { readonly from: number; readonly until: number }[] = [];
  const suspendedBefore = (time: number) =>
    suspensions.reduce((sum, { from, until }) => sum + Math.max(0, Math.min(time, until) - from), 0);

  function startDeletion(): void {
    const hash = HASHES[pick(HASHES.length)] as string;
    const isOwn = pick(4) === 0;
    const commitsAt = now + (pick(3) === 0 ? pick(2_500) : pick(30));
    deletions.push({ transaction: nextTransaction++, hash, beginsAt: now, commitsAt });
    // Others are notified in a transaction that does not wait for the disk.
    schedule(commitsAt - now + pick(20), () => (nextTransaction += 1), false);
    if (!isOwn) return;
    schedule(commitsAt - now + pick(40), () => {
      cache.forget(hash);
      answeredHere.add(hash);
    });
  }

  /** The store starts again, and has forgotten the transactions that did not wait for the disk. */
  function crash(): void {
    if (deletions.some((one) => one.beginsAt <= now && one.commitsAt > now)) return;
    nextTransaction = Math.max(0, ...deletions.map(({ transaction }) => transaction)) + 1;
    crashes += 1;
  }

  function pause(): void {
    const isLong = pick(2) === 0;
    const forMs = isLong ? CHANGES_KEPT_MS / 2 + pick(CHANGES_KEPT_MS) : pick(2_500);
    pausedUntil = now + forMs;
    // A machine that is suspended has a monotonic clock that stands still; a process that is stopped has not.
    if (pick(2) === 0) suspensions.push({ from: now, until: pausedUntil });
  }

  look();
  lookUp();
  for (let count = 1 + pick(3); count > 0; count--) schedule(pick(end), startDeletion, false);
  if (pick(3) === 0) schedule(pick(end), crash, false);
  if (pick(3) === 0) {
    schedule(pick(end), pause, false);
    // Of keys that are deleted while the process is away.
    schedule(pick(end), startDeletion, false);
  }

  let awakeMs = 0;
  while (fault === null && awakeMs < end) {
    let index = 0;
    for (let other = 1; other < events.length; other++)
      if ((events[other]?.at ?? 0) < (events[index]?.at ?? 0)) index = other;
    const [event] = events.splice(index, 1);
    if (!event) break;
    if (event.isOfProcess && event.at < pausedUntil) {
      events.push({ ...event, at: pausedUntil });
      continue;
    }
    awakeMs += Math.min(event.at - now, LOOK_EVERY_MS);
    now = event.at;
    suspendedMs = suspendedBefore(now);
    event.run();
  }
  return fault;
}

/** Mulberry32: numbers from 0 to 1 that depend on the seed alone. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What is wrong in the first of so many schedules in which anything is; null when nothing is. */
export function findFault(schedules: number, options: Omit<Simulation, 'seed'>): string | null {
  for (let seed = 0; seed < schedules; seed++) {
    const fault = simulateCache({ ...options, seed });
    if (fault !== null) return fault;
  }
  return null;
}
