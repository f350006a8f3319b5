import { procedure } from 'procgen';
import * as z from 'zod';

export const list = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/items', tags: ['items'], summary: 'S', protect: false } })
  .output(z.array(z.string()))
  .query(() => []);

export const find = procedure
  .meta({ openApi: { enabled: true, method: 'GET', path: '/items/find', tags: ['items'], summary: 'S', protect: false } })
  .output(z.array(z.string()))
  .query(() => []);

export const count = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/items/count', tags: ['items'], summary: 'S', protect: false }, ratelimit: 'MUTATION' })
  .output(z.array(z.string()))
  .query(() => []);

export const last = procedure
  .meta({ openapi: { enabled: true, method: 'GET', path: '/items/last', tags: ['items'], summary: 'S', protect: false }, rateLimits: false, owner: 'shop', opening: 9 })
  .output(z.array(z.string()))
  .query(() => []);

const shared = procedure.meta({ OpenAPI: { enabled: true, tags: ['items'], protect: false } });

export const next = shared
  .meta({ open_api: { method: 'GET', path: '/items/next', summary: 'S' } })
  .output(z.string())
  .query(() => '');
