import { procedure, redirect } from 'procgen';
import * as z from 'zod';

const items = procedure.meta({ openapi: { enabled: true, method: 'GET', tags: ['items'], protect: false } });

export const list = items
  .meta({
    openapi: {
      path: '/items',
      summary: 'List items',
      headers: z.object({
        'X Total': z.int(),
        'X-Count:': z.int(),
        '': z.string(),
        'X-Größe': z.string(),
        ETag: z.string(),
        etag: z.string().optional(),
        'Content-Type': z.string(),
        'content-length': z.int(),
        'X-Request-Id': z.string(),
        'RateLimit-Policy': z.string(),
        'X-Sizes': z.array(z.int()),
        'X-Page': z.object({ next: z.url() }).optional(),
        'X-Pages': z.array(z.record(z.string(), z.string())),
      }),
    },
  })
  .output(z.array(z.string()))
  .query(() => []);

const OldHeaders = z.object({ Link: z.string(), 'Cache-Control': z.string() });

export const old = items
  .meta({
    openapi: {
      path: '/old',
      summary: 'List items',
      deprecated: { replacedBy: 'items.list' },
      headers: OldHeaders,
    },
  })
  .output(z.array(z.string()))
  .query(() => []);

/** A link of one's own is fine where the server sends none. */
export const pages = items
  .meta({ openapi: { path: '/pages', summary: 'List pages', headers: OldHeaders.meta({ id: 'Headers' }) } })
  .output(z.array(z.string()))
  .query(() => []);

export const lead = items
  .meta({ openapi: { path: '/lead', summary: 'Lead', headers: z.object({ location: z.string() }) } })
  .output(redirect())
  .query(() => '/items');
