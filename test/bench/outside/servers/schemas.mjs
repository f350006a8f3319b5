// The schemas of the service for servers that check with zod.
import { z } from 'zod';

const Item = z.object({
  id: z.uuid(),
  name: z.string(),
  price: z.number(),
  tags: z.array(z.string()),
  createdAt: z.date(),
});
const envelope = (payload) => z.object({ success: z.literal(true), payload });

export const Health = z.object({ status: z.literal('ok'), timestamp: z.date() });
export const ItemList = envelope(z.array(Item));
export const OneItem = envelope(Item);
export const Other = z.object({ id: z.string() });
export const Query = z.object({ limit: z.coerce.number().int().min(1).max(100).default(20) });
export const NewItem = z.object({
  name: z.string().min(1).max(100),
  price: z.number().min(0),
  tags: z.array(z.string().min(1)).max(10).default([]),
});
