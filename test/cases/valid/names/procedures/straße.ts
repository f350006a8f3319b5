import { procedure } from 'procgen';
import * as z from 'zod';

export const öffnen = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/strasse', tags: ['all'], summary: 'S', protect: false },
  })
  .output(z.string())
  .query(() => '');
