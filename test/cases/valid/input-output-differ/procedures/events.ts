import { actionResponse, ok, procedure } from 'procgen';
import * as z from 'zod';

const events = procedure.meta({ openapi: { enabled: true, tags: ['events'], protect: false } });

/** The same both ways. */
const Place = z.object({ name: z.string(), longitude: z.number() }).meta({ id: 'Place' });

/** Another shape on the way in: a default, and a date that the client may send as a `Date`. */
const Event = z
  .object({
    title: z.string().meta({ description: 'What people see.', examples: ['Concert'] }),
    seats: z.number().int().default(10),
    startsAt: z.date(),
    place: Place,
    length: z.string().transform(Number).pipe(z.number()).meta({ description: 'In minutes.' }),
    legacyCode: z.string().optional().meta({ deprecated: true }),
  })
  .meta({ id: 'Event', description: 'Something that takes place.' });

/** Differs only because what it refers to does. */
const Series = z.object({ events: z.array(Event) }).meta({ id: 'Series' });

export const list = events
  .meta({ openapi: { method: 'GET', path: '/events', summary: 'List events' } })
  .input(z.object({ after: z.date().optional(), place: Place.optional() }))
  .output(actionResponse(z.array(Series)))
  .query(() => ok([]));

export const create = events
  .meta({ openapi: { method: 'POST', path: '/events', summary: 'Create a series', status: 201 } })
  .input(z.object({ series: Series }))
  .output(actionResponse(Series))
  .mutation(({ input: { series } }) =>
    ok({ events: series.events.map((event) => ({ ...event, length: String(event.length) })) }),
  );

/** A clash: the input's form of `Event` would be called this. */
const EventInput = z.object({ raw: z.string() }).meta({ id: 'EventInput' });

export const raw = events
  .meta({ openapi: { method: 'POST', path: '/events/raw', summary: 'Create a raw event' } })
  .input(EventInput)
  .output(z.object({ count: z.bigint(), seen: z.set(z.number()), at: z.date() }))
  .mutation(() => ({ count: 1n, seen: new Set([1]), at: new Date(0) }));
