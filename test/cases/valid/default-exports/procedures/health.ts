import { procedure } from 'procgen';
import * as z from 'zod';

/** Whether the service answers. */
export default procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/health', tags: ['items'], summary: 'S', protect: false } })
  .output(z.array(z.string()))
  .query(() => []);
