import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { procedure } from '../../src/index.js';
import { type RunningService, routeOf, startService, stopServices } from './support/start-service.js';

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
];

const security = [{ ApiKey: [] }];
const DESCRIPTION = {
  openapi: '3.1.1',
  info: { title: 'A <b>bold</b> service', version: '1.2.3', description: 'What it <i>does</i>.' },
  tags: [{ name: 'Items' }],
  paths: {
    '/items/{id}': {
      get: {
        operationId: 'items.find',
        summary: 'Find items',
        tags: ['Items'],
        security,
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
          { name: 'where', in: 'query', schema: { type: 'object' }, description: 'A <script> filter.' },
        ],
        responses: {
          200: {
            description: 'Found.',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Item' } } },
          },
        },
      },
    },
    '/items': {
      post: {
        operationId: 'items.create',
        summary: 'Create an item',
        tags: ['Items'],
        deprecated: true,
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
      Item: {
        type: 'object',
        properties: { id: { type: 'string' }, parent: { $ref: '#/components/schemas/Item' } },
        required: ['id'],
      },
      NewItem: {
        type: 'object',
        properties: { name: { type: 'string' }, size: { enum: ['s', 'm'] } },
        required: ['name', 'size'],
      },
    },
  },
};

const find = procedure
  .meta({
    openapi: { enabled: true, tags: [], summary: '', method: 'GET', path: '/items/:id', protect: true },
  })
  .input(z.object({ id: z.string(), tag: z.array(z.string()), where: z.object({ name: z.string() }) }))
  .output(z.any())
  .query(({ input, ctx }) => ({ ...input, user: ctx.user.id }));
const create = procedure
  .meta({
    openapi: {
      enabled: true,
      tags: [],
      summary: '',
      method: 'POST',
      path: '/items',
      protect: false,
      status: 201,
    },
  })
  .input(z.object({ name: z.string().min(1), size: z.string() }))
  .output(z.any())
  .mutation(({ input, ctx }) => ({ ...input, key: ctx.request.headers['idempotency-key'] }));

let browser: Browser;
let service: RunningService;
let page: Page;
const complaints: string[] = [];
const foreign: string[] = [];

beforeAll(async () => {
  service = await startService({
    description: JSON.stringify(DESCRIPTION),
    options: { mode: 'development' },
    routes: [
      routeOf('items.find', find, {
        plan: { query: { object: { tag: { array: 'string' }, where: { object: { name: 'string' } } } } },
      }),
      routeOf('items.create', create, { body: 'required' }),
    ],
  });
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: FLAGS });
  page = await browser.newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (/Content Security Policy|Uncaught/.test(message.text())) complaints.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(service.url) && !request.url().startsWith('data:'))
      foreign.push(request.url());
  });
  await page.goto(`${service.url}/api/docs`);
  await page.locator('details.operation').first().waitFor();
}, 60_000);

afterAll(async () => {
  await browser.close();
  await stopServices();
});

describe('The explorer in a browser', () => {
  it('lists the operations under their tags, everything as text', async () => {
    expect(await page.title()).toBe('A <b>bold</b> service');
    expect(await page.locator('main').textContent()).toContain('What it <i>does</i>.');
    expect(await page.locator('nav h2').allInnerTexts()).toEqual(['ITEMS']);
    expect(await page.locator('nav a').allInnerTexts()).toEqual(['Find items', 'Create an item']);
    expect(await page.locator('b, i, script:not([src])').count()).toBe(0);
  });

  it('sends path, list, object and key as the API takes them', async () => {
    await page.getByRole('link', { name: 'Find items' }).click();
    const operation = page.locator('details.operation').first();
    await page.locator('#key').fill(await service.createKey());
    await operation.getByLabel('id').fill('a/b');
    await operation.getByLabel('tag').fill('["x", "y"]');
    await operation.getByLabel('where').fill('{"name": "Ada"}');
    await operation.getByRole('button', { name: 'Send' }).click();
    await operation.getByRole('heading', { name: '200 OK' }).waitFor();
    expect(JSON.parse((await operation.locator('[aria-live] > pre').textContent()) ?? '')).toEqual({
      id: 'a/b',
      tag: ['x', 'y'],
      where: { name: 'Ada' },
      user: 'alice',
    });
  });

  it('starts a body from its schema, and shows failures as they are', async () => {
    await page.getByRole('link', { name: 'Create an item' }).click();
    const operation = page.locator('details.operation').nth(1);
    const body = operation.getByLabel('Body');
    expect(JSON.parse(await body.inputValue())).toEqual({ name: '', size: 's' });
    await operation.getByRole('button', { name: 'Send' }).click();
    await operation.getByRole('heading', { name: '400 Bad Request' }).waitFor();
    await body.fill('{"name": "Lamp", "size": "m"}');
    await operation.getByLabel('Idempotency-Key').fill('first');
    await operation.getByRole('button', { name: 'Send' }).click();
    await operation.getByRole('heading', { name: '201 Created' }).waitFor();
    expect(JSON.parse((await operation.locator('[aria-live] > pre').textContent()) ?? '')).toEqual({
      name: 'Lamp',
      size: 'm',
      key: 'first',
    });
  });

  it('asks nobody else and breaks none of its own rules', () => {
    expect(foreign).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
