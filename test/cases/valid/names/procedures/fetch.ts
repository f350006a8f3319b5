import { procedure } from 'procgen';
import * as z from 'zod';

const own = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/fetch', tags: ['all'], summary: 'S', protect: false },
  })
  .output(z.string())
  .query(() => '');

export { own as default };
