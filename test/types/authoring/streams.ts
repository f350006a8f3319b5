import { eventStream, jsonLines, procedure, withId } from 'procgen';
import * as z from 'zod';

const Item = z.object({ id: z.string(), name: z.string().default('new'), createdAt: z.date() });
const event = { id: '1', createdAt: new Date() };

/** A handler yields the input side of the event's schema, with an id or without. */
export const follow = procedure.output(eventStream(Item)).query(async function* ({ ctx }) {
  const before: string | null = ctx.lastEventId;
  yield event;
  yield withId(before ?? 1, event);
});
/** Or it returns any async iterable. */
export const relay = procedure
  .output(eventStream(Item))
  .query(() => ({ [Symbol.asyncIterator]: () => ({ next: async () => ({ value: event }) }) }));
export const later = procedure.output(eventStream(z.string())).query(async () => list());
export const lines = procedure.output(jsonLines(Item)).query(async function* () {
  yield event;
});

async function* list() {
  yield 'a';
}

// @ts-expect-error `createdAt` is missing
procedure.output(eventStream(Item)).query(async function* () {
  yield { id: '1' };
});
// @ts-expect-error what has an id is an event too
procedure.output(eventStream(Item)).query(async function* () {
  yield withId(1, { id: '1' });
});
// @ts-expect-error a line has no id
procedure.output(jsonLines(Item)).query(async function* () {
  yield withId(1, event);
});
// @ts-expect-error an array is no stream
procedure.output(jsonLines(Item)).query(() => [event]);

/** A test gets the output side, and the id of the last event. */
export async function read(): Promise<string | null> {
  const events = await follow.call({});
  for await (const { name } of events) name.toUpperCase();
  for await (const { name } of await lines.call({})) name.toUpperCase();
  return events.lastEventId;
}
