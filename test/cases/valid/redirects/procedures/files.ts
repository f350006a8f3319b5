import { actionResponse, ok, procedure, redirect } from 'procgen';
import * as z from 'zod';

const files = procedure.meta({ openapi: { enabled: true, method: 'GET', tags: ['items'], protect: false } });

export const list = files
  .meta({ openapi: { path: '/files', summary: 'List files' } })
  .output(actionResponse(z.array(z.object({ id: z.string() }))))
  .query(() => ok([]));

/** Leads to a place in the storage that is open for a minute. */
export const open = files
  .meta({
    openapi: {
      path: '/files/:id',
      summary: 'Open a file',
      headers: z.object({ 'Referrer-Policy': z.string().optional() }),
      errors: { 404: 'No such file.' },
    },
  })
  .input(z.object({ id: z.string().meta({ examples: ['a'] }), at: z.date().optional(), pages: z.array(z.int()).optional() }))
  .output(redirect(302))
  .query(({ input }) => `https://storage.example.com/${encodeURIComponent(input.id)}`);

export const newest = files
  .meta({ openapi: { path: '/newest-file', summary: 'Open the newest file' } })
  .output(redirect())
  .query(() => new URL('https://storage.example.com/newest'));

/** Another thing than what the client uses of this name. */
export const printUrl = files
  .meta({ openapi: { path: '/printed', summary: 'Open the printed form', deprecated: true } })
  .output(redirect(307).describe('The printed form.'))
  .query(() => '/printed.pdf');
