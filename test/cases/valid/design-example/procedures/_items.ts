export interface StoredItem {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
}

const items: StoredItem[] = [];

export async function listItems(_owner: string, query: { limit: number; tag?: string[] | undefined }) {
  return items.slice(0, query.limit);
}

export async function createItem({ name }: { name: string }): Promise<StoredItem> {
  const item = { id: '00000000-0000-4000-8000-000000000000', name, createdAt: new Date(0) };
  items.push(item);
  return item;
}
