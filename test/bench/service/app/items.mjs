// The application that every contender serves: items in memory, each with a field that must not leave the server.
import { randomUUID } from 'node:crypto';

const ITEMS = Array.from({ length: 100 }, (_, index) => ({
  id: `3f0c8d2e-0000-4000-8000-${String(index).padStart(12, '0')}`,
  name: `Item number ${index}`,
  price: 9.95 + index,
  tags: ['bench', index % 2 === 0 ? 'even' : 'odd'],
  createdAt: new Date(Date.UTC(2026, 0, 1, 0, index)),
  purchasePrice: 5 + index,
}));

export function listItems(limit) {
  return ITEMS.slice(0, limit);
}

export function createItem({ name, price, tags }) {
  return { id: randomUUID(), name, price, tags, createdAt: new Date(), purchasePrice: 0 };
}
