import { oks, procedure } from 'procgen';
import * as z from 'zod';
import { Colour } from './_colours.js';
import { Size } from './_parts.js';
import { find } from './_queries.js';
import { Length } from 'units-of-measurement';

const Item = z.object({ size: Size, length: Length, status: oks });

export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/items', tags: ['items'], summary: 'Items', protect: false },
  })
  .output(z.object({ item: Item, colour: Colour }))
  .query(() => find());
