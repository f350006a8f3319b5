import { procedure } from 'procgen';
import * as z from 'zod';
import { Colour } from './_colours.js';
import { Length } from 'units-of-measurement';

export const list = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/lengths', tags: ['items'], summary: 'List', protect: false },
  })
  .output(z.object({ length: Length, colour: Colour }))
  .query(() => ({}));
