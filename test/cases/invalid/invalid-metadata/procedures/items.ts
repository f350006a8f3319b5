import { procedure } from 'procgen';
import * as z from 'zod';

export const list = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'GET',
      path: '/items',
      tags: [],
      summary: '',
      protect: 'yes',
      description: 7,
      deprecated: { since: '31.12.2025', replacedBy: 'items.find' },
      scopes: 'items:read',
      errors: [404, '409'],
      headers: z.string(),
      idempotent: 1,
    },
    rateLimit: 'query',
  })
  .output(z.array(z.string()))
  .query(() => []);

export const find = procedure
  .meta({
    openapi: {
      enabled: 'true',
      method: 'GET',
      path: 7,
      tags: 'items',
      summary: 'Find an item',
      protect: false,
      deprecated: { since: '2026-02-30' },
    },
    rateLimit: 'STRICT',
  })
  .output(z.string())
  .query(() => '');
