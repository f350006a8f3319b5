import * as z from 'zod';

export const Item = z.object({ name: z.string() }).meta({ id: 'Item' });
