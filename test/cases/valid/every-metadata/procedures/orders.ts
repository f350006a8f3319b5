import { actionResponse, ok, procedure } from 'procgen';
import * as z from 'zod';

/**
 * Not the description, as the metadata has one.
 */
export const list = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'GET',
      path: '/orders',
      tags: ['orders', 'archive'],
      summary: 'List orders',
      description: 'Lists *all* orders.\n\n- newest first\n- `*/` is no end of a comment',
      protect: true,
      deprecated: { since: '2026-01-31', sunset: '2026-12-31', replacedBy: 'orders.search' },
      scopes: ['orders:read', 'orders:list'],
      errors: [404, 418],
      headers: z.object({
        'X-Total': z.number().int().meta({ description: 'How many there are.' }),
        'X-Next': z.url().optional(),
      }),
      idempotent: true,
    },
    rateLimit: 'MUTATION',
    audit: 'an application\'s own key',
  })
  .output(actionResponse(z.array(z.string())))
  .query(() => ok([]));

/**
 * Searches orders.
 *
 * Says so in several lines, with {@link list a link} and an example:
 *
 *     orders.search({ text: 'x' })
 *
 * @param text is no parameter of the function's
 */
export const search = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'POST',
      path: '/orders/search',
      tags: ['orders'],
      summary: 'Search orders',
      protect: false,
      errors: { 400: 'The text is no search.', 409: 'Another search is running.' },
      idempotent: true,
    },
    rateLimit: false,
  })
  .input(z.object({ text: z.string() }))
  .output(actionResponse())
  .query(() => ok());

const remove = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'DELETE',
      path: '/orders/:number',
      tags: ['orders'],
      summary: 'Delete an order',
      protect: true,
      status: 204,
      deprecated: true,
    },
  })
  .input(z.object({ number: z.number().int().positive(), force: z.boolean().default(false) }))
  .output(z.void())
  .mutation(() => undefined);

export { remove as delete };

export const ship = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'PUT',
      path: '/orders/:number/shipping',
      tags: ['archive'],
      summary: 'Ship an order',
      protect: true,
      status: 202,
      deprecated: { replacedBy: 'orders.search' },
    },
  })
  .input(z.object({ number: z.number().int().positive() }))
  .output(actionResponse(z.object({ at: z.date() }).optional()))
  .mutation(() => ok({ at: new Date(0) }));

/** Not exposed. */
export const internal = procedure.meta({ openapi: { enabled: false } }).query(() => 'internal');

export const track = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'GET',
      path: '/orders/:number/track',
      tags: ['orders'],
      summary: 'Track an order',
      protect: false,
      deprecated: { replacedBy: 'orders.ship' },
    },
  })
  .input(z.object({ number: z.int() }))
  .output(z.string())
  .query(() => '');

/** Where it goes is not known of a request that names no order: no link is sent. */
export const trackAll = procedure
  .meta({
    openapi: {
      enabled: true,
      method: 'GET',
      path: '/orders/tracks',
      tags: ['orders'],
      summary: 'Track all orders',
      protect: false,
      deprecated: { replacedBy: 'orders.track' },
    },
  })
  .output(z.string())
  .query(() => '');
