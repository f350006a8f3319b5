export interface Item {
  id: string;
  name: string;
  price: number;
  tags: string[];
  createdAt: Date;
  /** Nobody outside may see it. */
  purchasePrice: number;
}

export function listItems(limit: number): Item[];
export function createItem(draft: Pick<Item, 'name' | 'price' | 'tags'>): Item;
