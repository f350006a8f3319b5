import { eventStream, jsonLines, procedure, withId } from 'procgen';
import * as z from 'zod';

const channels = procedure.meta({ openapi: { enabled: true, tags: ['items'], protect: true } });

const Message = z.object({ id: z.int(), text: z.string(), sentAt: z.date() }).meta({ id: 'Message' });

export const follow = channels
  .meta({ openapi: { method: 'GET', path: '/channels/:name', summary: 'Follow a channel' } })
  .input(z.object({ name: z.string().meta({ examples: ['news'] }) }))
  .output(eventStream(Message))
  .query(async function* ({ ctx }) {
    yield withId(Number(ctx.lastEventId ?? 0) + 1, { id: 1, text: 'Rain', sentAt: new Date(0) });
  });

/** By POST, since what to look for is long. */
export const search = channels
  .meta({ openapi: { method: 'POST', path: '/channels/search', summary: 'Search channels as they are written' } })
  .input(z.object({ texts: z.array(z.string()) }))
  .output(
    eventStream(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('found'), message: Message }),
        z.object({ kind: z.literal('removed'), id: z.int() }),
      ]),
    ),
  )
  .query(async function* () {
    yield { kind: 'removed', id: 1 };
  });

export const complete = channels
  .meta({ openapi: { method: 'POST', path: '/channels/:name/completions', summary: 'Write a text, word by word' } })
  .input(z.object({ name: z.string(), prompt: z.string() }))
  .output(eventStream(z.string()))
  .mutation(async function* ({ input }) {
    yield* input.prompt.split(' ');
  });

export const exportAll = channels
  .meta({
    openapi: {
      method: 'GET',
      path: '/channels/:name/messages',
      summary: 'Export all messages',
      headers: z.object({ 'X-Count': z.number().int().optional() }),
    },
  })
  .input(z.object({ name: z.string() }))
  .output(jsonLines(Message))
  .query(async function* () {
    yield { id: 1, text: 'Rain', sentAt: new Date(0) };
  });

/** A schema of this name is another type than the client's. */
const EventIterable = z.object({ name: z.string() }).meta({ id: 'EventIterable' });

export const find = channels
  .meta({ openapi: { method: 'GET', path: '/iterables', summary: 'Find an iterable' } })
  .output(EventIterable)
  .query(() => ({ name: '' }));
