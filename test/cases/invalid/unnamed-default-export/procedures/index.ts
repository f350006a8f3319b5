import { procedure } from 'procgen';
import * as z from 'zod';

export default procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/root', tags: ['items'], summary: 'S', protect: false } })
  .output(z.array(z.string()))
  .query(() => []);
