import { randomUUID } from 'node:crypto';

export interface Item {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
}

const items = new Map<string, readonly Item[]>();

/** The items of a user, newest first. */
export async function listItems(userId: string, limit: number): Promise<readonly Item[]> {
  return (items.get(userId) ?? []).slice(0, limit);
}

export async function findItem(userId: string, id: string): Promise<Item | undefined> {
  return items.get(userId)?.find((item) => item.id === id);
}

export async function addItem(userId: string, name: string): Promise<Item> {
  const item = { id: randomUUID(), name, createdAt: new Date() };
  items.set(userId, [item, ...(items.get(userId) ?? [])]);
  return item;
}

/** Whether there was such an item. */
export async function removeItem(userId: string, id: string): Promise<boolean> {
  const own = items.get(userId) ?? [];
  items.set(
    userId,
    own.filter((item) => item.id !== id),
  );
  return own.some((item) => item.id === id);
}
