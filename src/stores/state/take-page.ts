import type { KeyPosition } from '../key-store.js';
import type { Page } from '../page.js';
import type { StoredUser } from '../user-store.js';

/** Returns the page of `items` in the order of `compare`. */
export function takePage<Item extends Position, Position>(
  items: Iterable<Item>,
  compare: (left: Position, right: Position) => number,
  { after, limit }: Page<Position>,
): Item[] {
  const rest = Array.from(items).filter((item) => after === undefined || compare(after, item) < 0);
  return rest.sort(compare).slice(0, limit);
}

/** Groups keys by user, newest first. */
export function compareKeys(left: KeyPosition, right: KeyPosition): number {
  if (left.userId !== right.userId) return left.userId < right.userId ? -1 : 1;
  return compareByAge(right, left);
}

/** Oldest first. */
export function compareByAge(left: StoredUser, right: StoredUser): number {
  if (left.createdAt !== right.createdAt) return left.createdAt - right.createdAt;
  return left.id < right.id ? -1 : Number(left.id > right.id);
}
