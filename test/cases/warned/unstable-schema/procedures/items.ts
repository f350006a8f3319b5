import { procedure } from 'procgen';
import * as z from 'zod';
import { future, Past } from '../shared/limits.js';

const secret = crypto.randomUUID();
const salt = crypto.getRandomValues(new Uint8Array(4)).join('-');

export const create = procedure
  .meta({ openapi: { enabled: true, method: 'POST', path: '/items', tags: ['items'], summary: `Since ${Date()}`.slice(0, 5), protect: false } })
  .input(
    z.object({
      born: Past,
      due: future(),
      secret: z.literal(secret).optional(),
      key: z.string().regex(new RegExp(salt)).or(z.number().max(Math.random())).optional(),
      between: z.date().min(new Date).max(new Date()).optional(),
    }),
  )
  .output(z.string())
  .mutation(() => new Date().toISOString());
