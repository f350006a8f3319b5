import { procedure } from 'procgen';
import * as z from 'zod';

export namespace Items {
  export const list = procedure
    .meta({ openapi: { enabled: true, method: 'GET', path: '/enclosed/items', tags: ['items'], summary: 'S', protect: false } })
    .output(z.array(z.string()))
    .query(() => []);
}

class Orders {
  static list = procedure
    .meta({ openapi: { enabled: true, method: 'GET', path: '/enclosed/orders', tags: ['items'], summary: 'S', protect: false } })
    .output(z.array(z.string()))
    .query(() => []);
}

/** Its fields are made for each instance. */
export class Users {
  list = procedure
    .meta({ openapi: { enabled: true, method: 'GET', path: '/enclosed/users', tags: ['items'], summary: 'S', protect: false } })
    .output(z.array(z.string()))
    .query(() => []);
}

/** Exported as well. */
namespace Parts {
  export const list = procedure
    .meta({ openapi: { enabled: true, method: 'GET', path: '/enclosed/parts', tags: ['items'], summary: 'S', protect: false } })
    .output(z.array(z.string()))
    .query(() => []);
}
export const parts = Parts.list;

/** Made for each call. */
export namespace Factory {
  export const create = () => procedure
    .meta({ openapi: { enabled: true, method: 'GET', path: '/enclosed/created', tags: ['items'], summary: 'S', protect: false } })
    .output(z.array(z.string()))
    .query(() => []);
}
