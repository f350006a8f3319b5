import * as z from 'zod';
import { Item } from './_item.js';

export const Owner: z.ZodType = z.object({ name: z.string(), items: z.array(Item) });
