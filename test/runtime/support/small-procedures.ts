import * as z from 'zod';
import { procedure } from '../../../src/index.js';

/** Metadata of a procedure that needs no key and is not counted. */
export const openMeta = (method: 'GET' | 'POST', path: string) => ({
  openapi: { enabled: true, tags: [], summary: '', method, path, protect: false },
  rateLimit: false as const,
});
/** `GET /api/quick` */
export const quick = procedure
  .meta(openMeta('GET', '/quick'))
  .output(z.string())
  .query(() => 'quick');
/** `POST /api/read`, which answers the name that it is sent. */
export const read = procedure
  .meta(openMeta('POST', '/read'))
  .input(z.object({ name: z.string() }))
  .output(z.string())
  .mutation(({ input }) => input.name);
