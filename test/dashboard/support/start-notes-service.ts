import * as z from 'zod';
import { actionResponse, ok, procedure } from '../../../src/index.js';
import { type RunningService, routeOf, startService } from '../../runtime/support/start-service.js';

const openapi = { enabled: true, tags: ['notes'], protect: true } as const;
const notes: string[] = [];

const list = procedure
  .meta({ openapi: { ...openapi, method: 'GET', path: '/notes', summary: 'List notes' } })
  .input(z.object({ limit: z.number().default(10) }))
  .output(actionResponse(z.array(z.string())))
  .query(async ({ input }) => ok(notes.slice(0, input.limit)));

const find = procedure
  .meta({ openapi: { ...openapi, method: 'GET', path: '/notes/:id', summary: 'Find a note' } })
  .input(z.object({ id: z.number() }))
  .output(actionResponse(z.string()))
  .query(async () => ok('found'));

const add = procedure
  .meta({ openapi: { ...openapi, method: 'POST', path: '/notes', summary: 'Add a note' } })
  .input(z.object({ text: z.string() }))
  .output(actionResponse(z.string()))
  .mutation(async ({ input }) => ok(input.text));

/** A whole service with an API of its own, by the clock on the wall. */
export function startNotesService(): Promise<RunningService> {
  const byId = { plan: { path: { id: 'number' } } } as const;
  return startService({
    routes: [
      routeOf('notes.find', find, byId),
      routeOf('notes.add', add, { body: 'required' }),
      routeOf('notes.list', list),
    ],
    config: { info: { title: 'Notes' } },
    options: { now: Date.now },
  });
}
