import { procedure } from 'procgen';
import * as z from 'zod';

const users = procedure.meta({ openapi: { enabled: true, tags: ['users'], protect: false } }).output(z.string());

export const create = users
  .meta({ openapi: { method: 'POST', path: '/users', summary: 'Create a user' } })
  .mutation(() => 'created');

export const add = users
  .meta({ openapi: { method: 'POST', path: '/users', summary: 'Add a user' } })
  .mutation(() => 'added');

export const find = users
  .meta({ openapi: { method: 'GET', path: '/users/:id', summary: 'Find a user' } })
  .input(z.object({ id: z.string() }))
  .query(() => 'found');

export const remove = users
  .meta({ openapi: { method: 'DELETE', path: '/users/:uid', summary: 'Remove a user' } })
  .input(z.object({ uid: z.string() }))
  .mutation(() => 'removed');
