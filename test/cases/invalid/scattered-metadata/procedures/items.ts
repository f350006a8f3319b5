import { procedure } from 'procgen';
import * as z from 'zod';
import { base, shared } from './_base.js';

const open = { enabled: true, tags: ['nowhere'], protect: false } as const;

export const spread = procedure
  .meta({ openapi: { ...open, method: 'GET', path: '/spread', summary: 'Spread' } })
  .output(z.string())
  .query(() => 'spread');

export const spreadImported = procedure
  .meta({ openapi: { ...shared, method: 'GET', path: '/spread-imported', summary: 'Spread' } })
  .output(z.string())
  .query(() => 'spread');

const listMeta = { openapi: { ...open, method: 'GET', path: 'constant', summary: 'Constant' } } as const;

export const constant = procedure.meta(listMeta).output(z.string()).query(() => 'constant');

const builder = procedure.meta({ openapi: { ...open, path: '/builder' } });

export const local = builder
  .meta({ openapi: { method: 'FETCH', summary: 'Local' } })
  .output(z.string())
  .query(() => 'local');

export const imported = base
  .meta({ openapi: { method: 'GET', path: '/imported', summary: 'Imported' } })
  .query(() => 'imported');

const made = make('/made');
export { made };

function make(path: string) {
  return procedure
    .meta({ openapi: { ...open, method: 'GET', path, summary: 'Made' } })
    .output(z.string())
    .query(() => 'made');
}
