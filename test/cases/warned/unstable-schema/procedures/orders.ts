import { procedure } from 'procgen';
import * as z from 'zod';
import { log, startedAt } from '../shared/log.js';

/** Is another class. */
class Clock {
  static now(): number {
    return 1;
  }
}
const read = (Date: typeof Clock) => Date.now();

const At = z
  .date()
  .default(() => new Date())
  .refine((date) => date.getTime() <= Date.now())
  .transform((date) => new Date(Math.max(date.getTime(), Date.now())));

export const list = procedure
  .use(async ({ next }) => {
    log(Date.now() - startedAt);
    return next();
  })
  .meta({ openapi: { enabled: true, method: 'GET', path: '/orders', tags: ['items'], summary: 'S', protect: false } })
  .input(
    z.object({
      at: At,
      before: z.date().max(new Date(0)).optional(),
      id: z.string().prefault(() => crypto.randomUUID()),
      month: z.int().max(Date.UTC(1970, 0, 1) + 12).catch(() => new Date().getMonth()),
      first: z.int().max(Math.max(read(Clock), 9)).optional(),
      kind: z.date().refine((value) => value instanceof Date && value <= new Date()).optional(),
    }),
  )
  .output(z.array(z.string()))
  .query(({ input }) => [input.id, String(Math.random())]);
