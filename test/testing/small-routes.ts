import { type Metadata, ProcedureError, procedure } from 'procgen';
import { defineRoutes } from 'procgen/runtime';
import * as z from 'zod';

const base = { enabled: true, tags: [], summary: '' } as const;
type Openapi = Partial<NonNullable<Metadata['openapi']>>;

const meta = (method: 'GET' | 'POST', path: string, more: Openapi = {}): Metadata => ({
  openapi: { ...base, method, path, protect: false, ...more },
});

const whoAmI = procedure
  .meta(meta('GET', '/me', { protect: true }))
  .output(z.object({ id: z.string(), ip: z.string(), tenant: z.string().optional() }))
  .query(({ ctx }) => ({
    id: ctx.user?.id ?? '',
    ip: ctx.request.ip,
    tenant: (ctx as { tenant?: string }).tenant,
  }));

const save = procedure
  .meta(meta('POST', '/items', { protect: true, scopes: ['items:write'] }))
  .input(z.object({ name: z.string() }))
  .output(z.string())
  .mutation(({ input }) => input.name);

const crash = procedure
  .meta(meta('GET', '/crash'))
  .output(z.string())
  .query(() => {
    throw new TypeError('No disk.\nNone at all.');
  });

const refuse = procedure
  .meta(meta('GET', '/refuse'))
  .output(z.string())
  .query(() => {
    throw new ProcedureError('CONFLICT', 'There is one.');
  });

/** Answers with a status that its metadata does not declare. */
const undeclared = procedure
  .meta(meta('GET', '/undeclared', { status: 201 }))
  .output(z.string())
  .query(({ ctx }) => {
    Object.assign(ctx.response, { status: 202 });
    return 'accepted';
  });

/** Ends when its caller goes away, and tells `onGone`. */
export const hanging = { onGone: () => {} };
const hang = procedure
  .meta(meta('GET', '/hang'))
  .output(z.string())
  .query(({ ctx }) => {
    return new Promise<string>((resolve) => {
      ctx.signal.addEventListener('abort', () => {
        hanging.onGone();
        resolve('gone');
      });
    });
  });

const common = { protect: false, rateLimit: false, status: 200 } as const;

/** A service with nothing but what the tests here ask for. */
export const routes = defineRoutes({
  description: new URL('../../generated/openapi.json', import.meta.url),
  credentials: { header: 'Authorization', prefix: 'Bearer' },
  messages: { en: {} },
  routes: [
    {
      ...common,
      name: 'me',
      method: 'GET',
      path: '/me',
      procedure: whoAmI,
      protect: true,
      rateLimit: 'QUERY',
    },
    {
      ...common,
      name: 'save',
      method: 'POST',
      path: '/items',
      procedure: save,
      protect: true,
      scopes: ['items:write'],
      body: 'required',
    },
    { ...common, name: 'crash', method: 'GET', path: '/crash', procedure: crash },
    { ...common, name: 'refuse', method: 'GET', path: '/refuse', procedure: refuse },
    { ...common, name: 'undeclared', method: 'GET', path: '/undeclared', procedure: undeclared, status: 201 },
    { ...common, name: 'hang', method: 'GET', path: '/hang', procedure: hang },
  ],
});
