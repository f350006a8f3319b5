import { procedure } from 'procgen';
import * as z from 'zod';

export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/admin/proxies', tags: ['all'], summary: 'S', protect: false },
  })
  .output(z.string())
  .query(() => '');
