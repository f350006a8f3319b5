import { actionResponse, binary, ok, procedure, redirect } from 'procgen';
import * as z from 'zod';

const items = procedure.meta({ openapi: { enabled: true, tags: ['items'], protect: false } });

export const list = items
  .meta({ openapi: { method: 'GET', path: '/items', summary: 'List items' } })
  .output(z.array(z.object({ name: z.string(), sizes: z.map(z.string(), z.number()) })))
  .query(() => []);

export const upload = items
  .meta({ openapi: { method: 'POST', path: '/upload', summary: 'Upload a file' } })
  .input(z.object({ file: z.file(), shop: z.instanceof(URL) }))
  .output(z.object({ length: z.string().transform((text) => text.length), copy: z.file() }))
  .mutation(({ input }) => ({ length: '', copy: input.file }));

export const count = items
  .meta({
    openapi: {
      method: 'GET',
      path: '/count',
      summary: 'Count items',
      headers: z.object({ 'x-count': z.symbol() }),
    },
  })
  .output(z.literal(1n))
  .query(() => 1n);

export const picture = items
  .meta({ openapi: { method: 'GET', path: '/picture', summary: 'Show a picture' } })
  .output(actionResponse(binary({ contentType: 'image/png' })))
  .query(() => ok(new Uint8Array()));

export const lead = items
  .meta({ openapi: { method: 'GET', path: '/lead', summary: 'Lead' } })
  .output(z.object({ to: redirect() }))
  .query(() => ({ to: '/items' }));
