import { actionResponse, ok, procedure } from 'procgen';
import * as z from 'zod';

const items = procedure.meta({ openapi: { enabled: true, tags: ['items'], protect: false } });

export const remove = items
  .meta({ openapi: { method: 'DELETE', path: '/items', summary: 'Remove items', status: 204 } })
  .output(actionResponse())
  .mutation(() => ok());

export const reset = items
  .meta({ openapi: { method: 'POST', path: '/items', summary: 'Reset items', status: 205 } })
  .output(z.string())
  .mutation(() => 'reset');

export const touch = items
  .meta({ openapi: { method: 'PUT', path: '/items', summary: 'Touch items' } })
  .output(z.void())
  .mutation(() => undefined);
