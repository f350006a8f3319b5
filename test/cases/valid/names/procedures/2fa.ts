import { procedure } from 'procgen';
import * as z from 'zod';

export const enable = procedure
  .meta({
    openapi: { enabled: true, method: 'POST', path: '/2fa', tags: ['all'], summary: 'S', protect: false },
  })
  .output(z.string())
  .mutation(() => '');

export const _private = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/2fa/private', tags: ['all'], summary: 'S', protect: false },
  })
  .output(z.string())
  .query(() => '');

export const $dollar = procedure
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/2fa/dollar', tags: ['all'], summary: 'S', protect: false },
  })
  .output(z.string())
  .query(() => '');
