import * as z from 'zod';
import './index.js';

export const Item = z.object({ id: z.string() });
