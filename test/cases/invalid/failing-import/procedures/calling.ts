import { procedure } from 'procgen';
import * as z from 'zod';
import { readSetting } from './_settings.js';

const limit = Number(readSetting('LIMIT'));

export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/limited', tags: ['items'], summary: 'List', protect: false },
  })
  .input(z.object({ size: z.number().max(limit) }))
  .output(z.string())
  .query(() => '');
