import { procedure } from 'procgen';
import * as z from 'zod';

/** Every key, once. */
export const complete = procedure.meta({
  openapi: {
    enabled: true,
    method: 'GET',
    path: '/items/:id',
    tags: ['items'],
    summary: 'Find an item',
    protect: true,
    description: 'Finds it.',
    deprecated: { since: '2026-01-31', sunset: '2026-12-31', replacedBy: 'items.search' },
    status: 200,
    scopes: ['items:read'],
    errors: { 404: 'There is none.' },
    headers: z.object({ 'x-total': z.number() }),
    idempotent: true,
  },
  rateLimit: 'QUERY',
  audit: { level: 3 },
});
export const listed = procedure.meta({ openapi: { errors: [404, 409], deprecated: true }, rateLimit: false });

const spread = { enabled: true, method: 'POST', tags: ['items'] } as const;
export const shared = procedure.meta({ openapi: { ...spread, path: '/items', summary: 'Create' } });

// @ts-expect-error methods are in capitals
procedure.meta({ openapi: { method: 'get' } });
// @ts-expect-error there is no such class
procedure.meta({ rateLimit: 'STRICT' });
// @ts-expect-error tags are a list
procedure.meta({ openapi: { tags: 'items' } });
// @ts-expect-error protect is true or false
procedure.meta({ openapi: { protect: 'yes' } });
// @ts-expect-error there is no such key of a deprecation
procedure.meta({ openapi: { deprecated: { replacement: 'items.search' } } });
// @ts-expect-error it is `openapi`
procedure.meta({ openApi: { enabled: true } });
// @ts-expect-error it is `openapi`
procedure.meta({ openAPI: { enabled: true } });
// @ts-expect-error it is `rateLimit`
procedure.meta({ ratelimit: 'QUERY' });
// @ts-expect-error it is `rateLimit`
procedure.meta({ rateLimits: false });
