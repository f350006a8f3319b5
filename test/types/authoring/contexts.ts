import { createProcedure, type KeyRecord, procedure, type User } from 'procgen';
import * as z from 'zod';
import { holds, type Same } from './same-type.js';

const open = { enabled: true, protect: false } as const;
const closed = { enabled: true, protect: true } as const;

/** The caller may be nobody unless the procedure is protected. */
export const anybody = procedure.meta({ openapi: open }).query(({ ctx }) => {
  holds<Same<typeof ctx.user, User | null>>();
  // @ts-expect-error the caller may be nobody
  ctx.user.id;
  return ctx.user?.id;
});
export const unsaid = procedure.query(({ ctx }) => {
  holds<Same<typeof ctx.user, User | null>>();
});
export const somebody = procedure.meta({ openapi: closed }).query(({ ctx }) => {
  holds<Same<typeof ctx.user, User>>();
  // A user who came by other means has no key.
  holds<Same<typeof ctx.apiKey, KeyRecord | null>>();
  return ctx.user.id;
});

/** What is said later wins; what is not said again stays. */
const shared = procedure.meta({ openapi: closed });
export const still = shared
  .meta({ openapi: { method: 'GET', path: '/still' } })
  .query(({ ctx }) => ctx.user.id);
export const opened = shared.meta({ openapi: open }).query(({ ctx }) => {
  // @ts-expect-error the caller may be nobody again
  ctx.user.id;
});
export const undecided = procedure.meta({ openapi: { protect: Date.now() > 0 } }).query(({ ctx }) => {
  // @ts-expect-error nobody knows
  ctx.user.id;
});

/** The package's own context. */
export const own = procedure.query(async ({ ctx }) => {
  holds<Same<typeof ctx.signal, AbortSignal>>();
  ctx.log.info({ id: ctx.requestId }, ctx.t('greeting', { name: 'x', at: new Date() }));
  ctx.response.status = 202;
  ctx.response.headers['x-total'] = 1;
  const keys: readonly KeyRecord[] = await ctx.apiKeys.list('user');
  // @ts-expect-error the request is only read
  ctx.request.ip = '';
  // @ts-expect-error the application has no context of its own
  ctx.db;
  return keys.length + (ctx.koa?.path.length ?? 0);
});

interface AppContext {
  readonly db: { readonly find: (id: string) => string };
  readonly user: { readonly id: string; readonly role: 'admin' | 'guest' } | null;
}

/** With the application's context, and its own fields on the user. */
const app = createProcedure<AppContext>();
export const found = app.meta({ openapi: closed }).query(({ ctx }) => {
  holds<Same<typeof ctx.user.role, 'admin' | 'guest'>>();
  return ctx.db.find(ctx.user.id) + ctx.locale;
});
export const foundByAnybody = app.meta({ openapi: open }).query(({ ctx }) => ctx.user?.role);

/** What middleware gives to `next` is there from then on; `input` is that of the schemas before it. */
export const extended = app
  .meta({ openapi: closed })
  .input(z.object({ id: z.string() }))
  .use(async ({ ctx, input, next }) => {
    holds<Same<typeof input, { id: string }>>();
    // @ts-expect-error that comes later
    ctx.item;
    return next({ ctx: { item: ctx.db.find(input.id), user: { ...ctx.user, name: 'x' } } });
  })
  .use(async ({ ctx, next }) => {
    holds<Same<typeof ctx.item, string>>();
    return next();
  })
  .input(z.object({ page: z.number() }))
  .use(({ input, next }) => next({ ctx: { page: input.page } }))
  .query(({ ctx, input }) => {
    holds<Same<typeof ctx.page, number>>();
    return ctx.item + ctx.user.name + ctx.user.role + input.page;
  });

// @ts-expect-error a middleware returns what `next` gives
procedure.use(async () => {});
// @ts-expect-error what is added is an object
procedure.use(({ next }) => next({ ctx: 'text' }));
