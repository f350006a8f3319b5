import * as z from 'zod';
import { eventStream, jsonLines, ProcedureError, procedure, withId } from '../../../src/index.js';
import type { Route } from '../../../src/runtime/index.js';
import { routeOf } from './start-service.js';

/** One run of the handler of a stream. */
export interface StreamRun {
  signal: AbortSignal;
  lastEventId: string | null;
  /** How many items were asked for. */
  produced: number;
  /** Whether `finally` has run. */
  isOver: boolean;
}

/** What the handlers of the streams yield, and what became of them. */
export interface StreamScript {
  readonly routes: readonly Route[];
  /** In the order of their begin. */
  readonly runs: StreamRun[];
  /** Lets handlers go on that wait for nothing else. */
  release(): void;
  /** How many runs are not over. */
  countOpen(): number;
}

const Item = z.object({ n: z.number(), text: z.string().optional() });
const Which = z.object({ form: z.string() });

const at = (path: string, protect = false) =>
  procedure.meta({ openapi: { enabled: true, tags: [], summary: '', method: 'GET', path, protect } });

type Yielded = { n: number } | ReturnType<typeof withId<{ n: number }>>;

/** Resolves when the signal aborts; rejects with its reason where `rejects` says so. */
function untilAborted(signal: AbortSignal, rejects: boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => (rejects ? reject(signal.reason) : resolve());
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}

export function scriptStreams(): StreamScript {
  const runs: StreamRun[] = [];
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });

  async function* produce(form: string, { signal, lastEventId }: Pick<StreamRun, 'signal' | 'lastEventId'>) {
    const run: StreamRun = { signal, lastEventId, produced: 0, isOver: false };
    runs.push(run);
    const item = (value: unknown): Yielded => {
      run.produced += 1;
      return value as Yielded;
    };
    try {
      if (form === 'refused') throw new ProcedureError('NOT_FOUND', 'No such channel.');
      if (form === 'broken') throw new Error('The disk is on fire.');
      if (form === 'unfit') yield item({ n: 'one' });
      if (form === 'nothing') return;
      if (form === 'silent') await untilAborted(signal, false);
      // Large events, of which a few fill what the system holds for a caller who reads nothing.
      if (form === 'endless') for (let n = 1; ; n++) yield item({ n, text: 'x'.repeat(100_000) });
      yield item(withId('a-1', { n: 1, secret: 'hidden' } as { n: number }));
      if (form === 'failing') throw new ProcedureError('CONFLICT', 'The channel was closed.');
      if (form === 'breaking') throw new Error('The disk is on fire.');
      if (form === 'later unfit') yield item({ n: 'two' });
      if (form === 'undefined') yield item(undefined);
      if (form === 'waiting') await untilAborted(signal, false);
      if (form === 'rejecting') await untilAborted(signal, true);
      if (form === 'stubborn') await released;
      yield item({ n: 2 });
    } finally {
      run.isOver = true;
    }
  }

  const events = at('/events/:form').input(Which).output(eventStream(Item));
  const guarded = at('/guarded/:form', true).input(Which).output(eventStream(Item));
  const lines = at('/lines/:form').input(Which).output(jsonLines(Item));
  return {
    runs,
    release,
    countOpen: () => runs.filter(({ isOver }) => !isOver).length,
    routes: [
      routeOf(
        'events',
        events.query(({ input, ctx }) => produce(input.form, ctx)),
        { rateLimit: false },
      ),
      routeOf(
        'guarded',
        guarded.query(({ input, ctx }) => produce(input.form, ctx)),
        { rateLimit: false },
      ),
      routeOf(
        'lines',
        lines.query(({ input, ctx }) => produce(input.form, ctx) as AsyncIterable<{ n: number }>),
        { rateLimit: false },
      ),
      routeOf(
        'headed',
        at('/headed')
          .output(eventStream(Item))
          .query(async function* ({ ctx }) {
            ctx.response.headers['X-Channel'] = 'news';
            ctx.response.headers['cache-control'] = 'no-cache';
            yield { n: 1 };
          }),
        { rateLimit: false },
      ),
      routeOf(
        'unsendable',
        at('/unsendable')
          .output(eventStream(Item))
          .query(({ ctx }) => {
            ctx.response.headers['X-Channel'] = 'two\nlines';
            return produce('silent', ctx) as AsyncIterable<{ n: number }>;
          }),
        { rateLimit: false },
      ),
      routeOf(
        'over',
        at('/over')
          .output(eventStream(Item))
          .query(async function* ({ ctx }) {
            ctx.response.status = 204;
            yield { n: 1 };
          }),
        { rateLimit: false },
      ),
      routeOf(
        'list',
        at('/list')
          .output(eventStream(Item))
          .query(() => [{ n: 1 }] as never),
        { rateLimit: false },
      ),
      routeOf(
        'limited',
        at('/limited')
          .output(eventStream(Item))
          .query(async function* () {
            for (let n = 1; n <= 5; n++) yield { n };
          }),
        { rateLimit: 'QUERY' },
      ),
      routeOf(
        'plain',
        at('/plain')
          .output(Item)
          .query(() => ({ n: 1 })),
        { rateLimit: false },
      ),
    ],
  };
}
