import { Context, procedur as builder, procedure } from 'procgen';
import * as z from 'zod';

export type Own = Context;
export const first = procedure;

export const list = builder
  .meta({
    openapi: { enabled: true, method: 'GET', path: '/users', tags: ['items'], summary: 'S', protect: false },
  })
  .output(z.string())
  .query(() => '');
