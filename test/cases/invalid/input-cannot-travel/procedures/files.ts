import { procedure } from 'procgen';
import * as z from 'zod';

const files = procedure.meta({ openapi: { enabled: true, tags: ['items'], protect: false } }).output(z.string());

export const find = files
  .meta({ openapi: { method: 'GET', path: '/files', summary: 'Find a file' } })
  .input(z.object({ like: z.file().optional() }))
  .query(() => 'a');

export const compare = files
  .meta({ openapi: { method: 'POST', path: '/comparisons', summary: 'Compare files' } })
  .input(z.object({ files: z.array(z.file()) }))
  .query(() => 'a');

export const remove = files
  .meta({ openapi: { method: 'DELETE', path: '/files', summary: 'Remove a file' } })
  .input(z.object({ file: z.file() }))
  .mutation(() => 'a');

export const save = files
  .meta({ openapi: { method: 'POST', path: '/files/:name', summary: 'Save files' } })
  .input(
    z
      .object({
        name: z.string(),
        file: z.file(),
        picture: z.union([z.file(), z.url()]),
        cover: z.file().nullable(),
        pages: z.array(z.object({ scan: z.file() })),
      })
      .catchall(z.file()),
  )
  .mutation(() => 'a');
