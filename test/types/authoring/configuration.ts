import { defineConfig } from 'procgen';

export const minimal = defineConfig({});

export const complete = defineConfig<{ readonly db: string }>({
  info: { title: 'Shop', version: '1.0.0', description: 'A shop.' },
  baseUrl: 'https://shop.example',
  procedures: 'procedures',
  out: 'generated',
  tags: { items: 'Items' },
  context: async (ctx) => ({ db: ctx.user?.id ?? 'nobody' }),
  authenticate: {
    scheme: { name: 'Token', header: 'Authorization', prefix: 'Token' },
    limitFailures: false,
    verify: ({ headers, signal }) =>
      headers['x-user'] && !signal.aborted
        ? { user: { id: String(headers['x-user']) }, scopes: ['read'] }
        : null,
  },
  onStart: ({ log }) => log.info('started'),
  onStop: async ({ log }) => log.info('stopped'),
  onError: (error, { requestId }) => console.error(requestId, error),
  rateLimits: { QUERY: { limit: 100, windowMs: 60_000 }, onStoreFailure: 'refuse' },
  rateLimitStore: 'redis://localhost',
  trustProxy: ['10.0.0.0/8'],
  cors: { origins: ['https://app.example'], credentials: true },
  disableOpenAPI: false,
  store: 'file:.procgen/store.json',
  locales: ['en', 'de'],
});

export const tenants = defineConfig<{ readonly user: { readonly id: string; readonly tenant: string } }>({
  idempotency: { anonymous: true, scope: ({ user, headers }) => user?.tenant ?? String(headers['x-tenant']) },
});

// @ts-expect-error a tenant is a string
defineConfig({ idempotency: { scope: () => 7 } });

export const plain = defineConfig({ authenticate: () => null, trustProxy: 1, cors: '*', overload: false });

export const nobody = defineConfig({ authenticate: async () => undefined });

export const quiet = defineConfig({ warnings: { 'missing-context': 'off' } });

// @ts-expect-error an error cannot be turned off
defineConfig({ warnings: { 'duplicate-route': 'off' } });
// @ts-expect-error there is no such option
defineConfig({ tag: {} });
// @ts-expect-error a limit is a number of calls in a window
defineConfig({ rateLimits: { QUERY: 100 } });
// @ts-expect-error the context is not the one that was named
defineConfig<{ readonly db: string }>({ context: () => ({ db: 7 }) });
// @ts-expect-error a caller has an id
defineConfig({ authenticate: () => ({ user: { name: 'Ada' } }) });
