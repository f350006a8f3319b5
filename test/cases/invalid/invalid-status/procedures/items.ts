import { procedure, redirect } from 'procgen';
import * as z from 'zod';

const items = procedure.meta({ openapi: { enabled: true, tags: ['items'], protect: false } }).output(z.string());

export const moved = items
  .meta({ openapi: { method: 'GET', path: '/moved', summary: 'Lead elsewhere', status: 302 } })
  .query(() => 'items');

export const failed = items
  .meta({ openapi: { method: 'GET', path: '/failed', summary: 'Fail', status: 500 } })
  .query(() => 'items');

export const text = items
  .meta({ openapi: { method: 'GET', path: '/text', summary: 'Say it in text', status: '200' } })
  .query(() => 'items');

export const listed = items
  .meta({ openapi: { method: 'GET', path: '/listed', summary: 'List errors', errors: [404, 200] } })
  .query(() => 'items');

export const described = items
  .meta({ openapi: { method: 'GET', path: '/described', summary: 'Describe', errors: { 404: 'Gone.', 302: 'Moved.' } } })
  .query(() => 'items');

export const led = procedure
  .meta({
    openapi: { enabled: true, tags: ['items'], protect: false, method: 'GET', path: '/led', summary: 'Lead', status: 302 },
  })
  .output(redirect(302))
  .query(() => '/items');
