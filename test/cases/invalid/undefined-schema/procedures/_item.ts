import * as z from 'zod';
import { Owner } from './_owner.js';

export const Item = z.object({ id: z.string(), owner: Owner });
