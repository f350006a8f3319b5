import { actionResponse, binary, ok, procedure } from 'procgen';
import * as z from 'zod';

const documents = procedure.meta({ openapi: { enabled: true, tags: ['items'], protect: true } });

export const list = documents
  .meta({ openapi: { method: 'GET', path: '/documents', summary: 'List documents' } })
  .output(actionResponse(z.array(z.object({ id: z.string() }))))
  .query(() => ok([]));

export const download = documents
  .meta({ openapi: { method: 'GET', path: '/documents/:id', summary: 'Download a document' } })
  .input(z.object({ id: z.string() }))
  .output(binary({ contentType: 'application/pdf' }))
  .query(() => new Uint8Array());

export const archive = documents
  .meta({
    openapi: {
      method: 'POST',
      path: '/documents/archive',
      summary: 'Make an archive',
      status: 201,
      headers: z.object({ 'X-Count': z.number().int() }),
    },
  })
  .input(z.object({ ids: z.array(z.string()) }))
  .output(binary().describe('A zip archive.'))
  .mutation(() => new Uint8Array());

/** A schema of this name is another type than the platform's. */
const Blob = z.object({ sha: z.string() }).meta({ id: 'Blob' });

export const find = documents
  .meta({ openapi: { method: 'GET', path: '/blobs/:sha', summary: 'Find a blob' } })
  .input(z.object({ sha: z.string() }))
  .output(Blob)
  .query(({ input }) => input);
