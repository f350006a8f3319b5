import * as z from 'zod';
import { builder } from './_builder.js';

export const list = builder
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/parts', tags: ['items'], summary: 'S', protect: false },
  })
  .output(z.string())
  .query(() => null as never);
