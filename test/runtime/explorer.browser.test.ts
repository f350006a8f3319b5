import axe from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { procedure } from '../../src/index.js';
import { launchBrowser } from '../dashboard/support/launch-browser.js';
import { type Misdeeds, openWatchedPage } from '../dashboard/support/watch-page.js';
import { type RunningService, routeOf, startService, stopServices } from './support/start-service.js';

const security = [{ ApiKey: [] }];
const DESCRIPTION = {
  openapi: '3.1.0',
  info: {
    title: 'Things',
    version: '1.2.3',
    description: 'About **things**. <script>alert(1)</script>',
  },
  servers: [{ url: '/api' }],
  tags: [{ name: 'Items' }],
  paths: {
    '/items/{id}': {
      get: {
        operationId: 'items.find',
        summary: 'Find items',
        tags: ['Items'],
        security,
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string', examples: ['a/b'] } },
          {
            name: 'tag',
            in: 'query',
            required: true,
            schema: { type: 'array', items: { type: 'string', maxLength: 8 }, minItems: 2 },
          },
          {
            name: 'where',
            in: 'query',
            required: true,
            style: 'deepObject',
            schema: { type: 'object', properties: { name: { const: 'Ada' } }, required: ['name'] },
          },
          { name: 'limit', in: 'query', required: false, schema: { type: 'integer', default: 20 } },
        ],
        responses: { 200: { description: 'Found.' } },
      },
    },
    '/items': {
      post: {
        operationId: 'items.create',
        summary: 'Create an item',
        tags: ['Items'],
        security,
        parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/NewItem' } } },
        },
        responses: { 201: { description: 'Made.' } },
      },
    },
  },
  components: {
    securitySchemes: { ApiKey: { type: 'http', scheme: 'bearer' } },
    parameters: { IdempotencyKey: { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } } },
    schemas: {
      NewItem: {
        type: 'object',
        properties: {
          name: { type: 'string', minLength: 3 },
          size: { enum: ['s', 'm'] },
          note: { type: 'string' },
        },
        required: ['name', 'size'],
      },
    },
  },
};

const openapi = { enabled: true, tags: [], summary: '', protect: true } as const;
const received: unknown[] = [];

function note(call: object): string {
  received.push(call);
  return 'noted';
}

const find = procedure
  .meta({ openapi: { ...openapi, method: 'GET', path: '/items/:id' } })
  .input(
    z.object({
      id: z.string(),
      tag: z.array(z.string()).min(2),
      where: z.object({ name: z.string() }),
      limit: z.number().default(20),
    }),
  )
  .output(z.any())
  .query(({ input, ctx }) => note({ ...input, user: ctx.user.id }));
const create = procedure
  .meta({ openapi: { ...openapi, method: 'POST', path: '/items', status: 201 } })
  .input(z.strictObject({ name: z.string().min(3), size: z.enum(['s', 'm']), note: z.string().optional() }))
  .output(z.any())
  .mutation(({ input, ctx }) => note({ ...input, user: ctx.user.id }));

let browser: Browser;
let service: RunningService;
let context: BrowserContext;
let page: Page;
let misdeeds: Misdeeds;

beforeAll(async () => {
  service = await startService({
    description: JSON.stringify(DESCRIPTION),
    config: { info: { title: 'Things' } },
    options: { mode: 'development', now: Date.now },
    routes: [
      routeOf('items.find', find, {
        plan: {
          query: {
            object: { tag: { array: 'string' }, where: { object: { name: 'string' } }, limit: 'number' },
          },
        },
      }),
      routeOf('items.create', create, { body: 'required' }),
    ],
  });
  browser = await launchBrowser();
});

beforeEach(async () => {
  received.length = 0;
  context = await browser.newContext();
  ({ page, misdeeds } = await openWatchedPage(context, service.url));
});

afterEach(async () => {
  await context.close();
  expect(misdeeds).toEqual({ foreign: [], complaints: [] });
});

afterAll(async () => {
  await browser.close();
  await stopServices();
});

async function open(): Promise<void> {
  await page.goto(`${service.url}/api/docs`);
  await page.getByRole('heading', { name: 'Find items' }).waitFor();
}

/** Signs the browser in; the token of the session. */
async function signIn(userId = 'alice'): Promise<string> {
  await service.keyring.users.ensure(userId);
  const { token } = await service.keyring.sessions.create(userId);
  const { hostname, port } = new URL(service.url);
  await context.addCookies([{ name: `procgen-${port}`, value: token, domain: hostname, path: '/' }]);
  return token;
}

async function openRequest(path: string): Promise<void> {
  await page.getByRole('button', { name: 'Test Request' }).filter({ hasText: path }).click();
  await page.getByRole('button', { name: /^Send/ }).first().waitFor();
}

async function send(status: number): Promise<void> {
  const answered = page.waitForResponse(
    (response) => /\/api\/items/.test(response.url()) && response.status() === status,
  );
  await page.getByRole('button', { name: /^Send/ }).first().click();
  await answered;
}

describe('The explorer in a browser', () => {
  it('shows the operations, their constraints and samples, and finds them', async () => {
    await open();
    expect(await page.title()).toBe('Things');
    const text = await page.locator('#explorer').innerText();
    for (const shown of ['Find items', 'Create an item', '/items/{id}', 'max length', 'Generated client'])
      expect(text.toLowerCase()).toContain(shown.toLowerCase());
    expect(text).toContain(`createClient({ baseUrl: '${service.url}', apiKey: process.env.API_KEY })`);
    expect(await page.locator('#explorer img, #explorer script').count()).toBe(0);
    await page.getByRole('button', { name: 'Open Search' }).first().click();
    await page.getByRole('combobox').or(page.getByRole('searchbox')).first().fill('create an it');
    await page.getByRole('option', { name: /Create an item/ }).waitFor();
  });

  it('sends what it has filled in with a key of who is signed in, and asks for it once', async () => {
    await signIn();
    await open();
    expect(await service.keyring.apiKeys.list('alice')).toEqual([]);
    let issued = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/api/docs/key')) issued += 1;
    });
    await openRequest('post /items');
    await send(201);
    await send(201);
    expect(await page.locator('a[href*="scalar.com"]:visible').count()).toBe(0);
    const made = { name: expect.any(String), size: expect.stringMatching(/^[sm]$/), user: 'alice' };
    expect(received).toEqual([made, made]);
    expect(issued).toBe(1);
    expect((await service.keyring.apiKeys.list('alice')).map(({ name }) => name)).toEqual(['API explorer']);
  });

  it('sends lists and objects of a query as the API takes them', async () => {
    await signIn();
    await open();
    await openRequest('get /items/{id}');
    await send(200);
    const tag = [expect.any(String), expect.any(String)];
    expect(received).toEqual([{ id: 'a/b', tag, where: { name: 'Ada' }, limit: 20, user: 'alice' }]);
  });

  it('gets another key where its own has ended', async () => {
    const userId = 'bob';
    await signIn(userId);
    await open();
    await openRequest('post /items');
    await send(201);
    const [{ id } = { id: '' }] = await service.keyring.apiKeys.list(userId);
    await service.keyring.apiKeys.delete({ userId, id });
    await send(201);
    expect(received).toHaveLength(2);
  });

  it('leads who is not signed in to where a key is made', async () => {
    await open();
    await openRequest('post /items');
    await send(401);
    const notice = page.getByRole('alert').filter({ hasText: 'This call needs a valid API key.' });
    await notice.waitFor();
    expect(await notice.getByRole('link').getAttribute('href')).toBe('/dashboard/api-keys');
    await notice.getByRole('button', { name: 'Close' }).click();
    expect(await page.locator('#explorer-notice').innerText()).toBe('');
    expect(received).toEqual([]);
  });

  it('K-14 says why a user with too many keys gets none', async () => {
    await signIn('carol');
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        service.keyring.apiKeys.create({ userId: 'carol', name: `key ${index}` }),
      ),
    );
    await open();
    await openRequest('post /items');
    await send(401);
    await page.getByRole('alert').filter({ hasText: 'A user has at most 100 keys.' }).waitFor();
  });

  it('takes the word off a key that is pasted together with it', async () => {
    const key = await service.createKey();
    await open();
    await openRequest('post /items');
    await page.getByText('Bearer Token').last().click();
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      const target = document.activeElement ?? document.body;
      target.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, `Bearer ${key}`);
    await send(201);
    expect(received).toEqual([expect.objectContaining({ user: 'alice' })]);
  });

  it('K-20 cannot act on the dashboard by a request, a form, a frame or a window', async () => {
    const token = await signIn();
    await open();
    const before = await service.keyring.apiKeys.list('alice');
    misdeeds.complaints.length = 0;
    const outcome = await page.evaluate(async () => {
      const failure = (work: Promise<unknown>) =>
        work.then(
          () => 'done',
          () => 'refused',
        );
      const fetched = await failure(fetch('/dashboard/api-keys'));
      const posted = await failure(
        fetch('/dashboard/api-keys', { method: 'POST', body: new URLSearchParams({ name: 'stolen' }) }),
      );
      const form = document.createElement('form');
      form.method = 'post';
      form.action = '/dashboard/api-keys';
      form.innerHTML = '<input name="name" value="stolen">';
      document.body.append(form);
      form.submit();
      const frame = document.createElement('iframe');
      frame.src = '/dashboard/api-keys';
      document.body.append(frame);
      const other = window.open('/dashboard/api-keys');
      const isSevered = () => other?.closed ?? true;
      for (let waits = 0; waits === 0 || (waits < 20 && !isSevered()); waits++)
        await new Promise((resolve) => setTimeout(resolve, 1_500));
      const reach = (read: () => unknown) => {
        try {
          return String(read() ?? null);
        } catch {
          return 'refused';
        }
      };
      return {
        fetched,
        posted,
        frame: reach(() => frame.contentDocument?.querySelector('h1')),
        window: reach(() => other?.document.querySelector('h1')),
        isSevered: isSevered(),
      };
    });
    expect(outcome).toEqual({
      fetched: 'refused',
      posted: 'refused',
      frame: expect.stringMatching(/null|refused/),
      window: expect.stringMatching(/null|refused/),
      isSevered: true,
    });
    expect(page.url()).toBe(`${service.url}/api/docs`);
    expect(await service.keyring.apiKeys.list('alice')).toEqual(before);
    expect(await service.keyring.sessions.find(token)).not.toBeNull();
    // Each attempt is one that the policy refused.
    expect(misdeeds.complaints.length).toBeGreaterThanOrEqual(4);
    misdeeds.complaints.length = 0;
  });

  it('breaks no rule of accessibility that its library does not break', async () => {
    await signIn();
    await open();
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [1280, 768, 375]) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        expect(await listRules(page, { exclude: [['#explorer']] }), `${width} ${colorScheme}`).toEqual([]);
        const rules = await listRules(page, { include: [['#explorer']] });
        expect(
          rules.filter((rule) => !RULES_OF_THE_LIBRARY.includes(rule)),
          `${width} ${colorScheme}`,
        ).toEqual([]);
      }
    }
  });
});

/** What Scalar 1.72 breaks. */
const RULES_OF_THE_LIBRARY = ['button-name', 'color-contrast', 'scrollable-region-focusable'];

async function listRules(watched: Page, scope: Scope): Promise<string[]> {
  // Evaluated by the debugger, which the page's content policy does not bind.
  await watched.evaluate(axe.source);
  return watched.evaluate(async (context: Scope) => {
    const { axe: loaded } = globalThis as unknown as { axe: { run(scope: Scope): Promise<axe.AxeResults> } };
    return (await loaded.run(context)).violations.map(({ id }) => id);
  }, scope);
}

interface Scope {
  readonly include?: string[][];
  readonly exclude?: string[][];
}
