import { procedure } from 'procgen';
import * as z from 'zod';
export const list = procedure.meta({ openapi: { enabled: true, method: 'GET', path: '/items', tags: ['items'], summary: 'List the items', protect: false } }).use(async ({ next }) => next()).output(z.object({ id: z.string(), when: z.dates() })).query(() => null as never);
