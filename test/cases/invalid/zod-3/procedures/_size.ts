import { z } from 'zod/v3';

export const Size = z.int();
