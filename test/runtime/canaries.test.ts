import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ProcedureError, procedure } from '../../src/index.js';
import { generateSecret } from '../../src/keys/key-format.js';
import {
  type RunningService,
  request,
  routeOf,
  startService,
  stopServices,
} from './support/start-service.js';

afterAll(stopServices);

const CANARY = 'canary-b3f1a9';
/** A key that nobody has; what the log and the answers must not repeat, whoever sends it and wherever. */
const LOST = generateSecret();

const Input = z.object({
  text: z.string().optional(),
  count: z.number().max(3).optional(),
  kind: z.enum(['a', 'b']).optional(),
  mode: z
    .string()
    .refine((mode) => mode.length < 3)
    .optional(),
});

const on = (path: string, work: (input: object, ctx: { request: { headers: object } }) => unknown) =>
  routeOf(
    path,
    procedure
      .meta({
        openapi: { enabled: true, method: 'POST', path: `/${path}`, tags: [], summary: '', protect: true },
        rateLimit: false,
      })
      .input(Input)
      .output(z.object({ id: z.number() }))
      .mutation(({ input, ctx }) => work(input, ctx) as never),
    { body: 'required' },
  );

const routes = [
  on('throws', (_input, ctx) => {
    throw Object.assign(new Error('the handler broke'), { request: { headers: ctx.request.headers } });
  }),
  on('refuses', (_input, ctx) => {
    throw new ProcedureError('INTERNAL', 'broke', { cause: { request: ctx.request } });
  }),
  on('mismatches', (input) => ({ id: (input as { text: string }).text })),
  on('checks', (input) => z.object({ text: z.number() }).parse(input)),
];

describe('H-15', () => {
  let service: RunningService;
  let headers: Record<string, string>;

  beforeAll(async () => {
    service = await startService({ routes });
    headers = {
      Authorization: `Bearer ${await service.createKey()}`,
      Cookie: `session=${CANARY}; other="${CANARY}"`,
      'X-Request-Id': LOST,
      'X-Note': 'note',
    };
  });

  const post = async (path: string, body: string, more: Record<string, string> = {}) => {
    const init = {
      method: 'POST',
      body,
      headers: { 'Content-Type': 'application/json', ...headers, ...more },
    };
    const answer = await service.ask(path, init);
    return { status: answer.status, text: (await answer.text()) + JSON.stringify([...answer.headers]) };
  };

  function expectSilence(text: string): void {
    for (const secret of [CANARY, LOST.slice(4, 20), headers.Authorization?.slice(11, 27) ?? ''])
      expect(text).not.toContain(secret);
  }

  it.each(['throws', 'refuses', 'mismatches', 'checks'])(
    'a canary in body, headers and key shows in neither answer nor log when a handler %s',
    async (path) => {
      const before = service.lines.length;
      const { status, text } = await post(`/api/${path}`, JSON.stringify({ text: CANARY }));
      expect(status).toBe(500);
      expectSilence(text);
      expect(service.lines.length).toBe(before + 1);
      expectSilence(JSON.stringify(service.lines));
    },
  );

  it('says in the log where something was taken out', async () => {
    await post('/api/throws', '{}');
    const { err } = service.lines.at(-1) as { err: { request: { headers: object } } };
    expect(err.request.headers).toMatchObject({
      authorization: '[redacted]',
      cookie: '[redacted]',
      'x-note': 'note',
      'x-request-id': 'pgk_[redacted]',
    });
  });

  it.each<[string, string, number]>([
    ['rejected JSON', `{"text":"${CANARY}"`, 400],
    ['JSON that ends in it', `{"text":1} ${CANARY}`, 400],
    ['a bare word', CANARY, 400],
    ['a wrong type', JSON.stringify({ text: [CANARY], count: CANARY }), 400],
    ['a wrong choice', JSON.stringify({ kind: CANARY }), 400],
    ['a refined value', JSON.stringify({ mode: CANARY }), 400],
    ['a body that is none', JSON.stringify(CANARY), 400],
    ['a list', JSON.stringify([CANARY]), 400],
    ['a key in the body', JSON.stringify({ kind: LOST, text: { access_token: LOST } }), 400],
    ['a forbidden key', `{"__proto__":"${CANARY}"}`, 400],
    ['depth', `${'['.repeat(100)}"${CANARY}"`, 400],
    ['too much', JSON.stringify({ text: CANARY.repeat(100_000) }), 413],
  ])('a canary in %s shows in neither answer nor log', async (_what, body, status) => {
    const answer = await post('/api/throws', body);
    expect(answer.status).toBe(status);
    expectSilence(answer.text);
    expectSilence(JSON.stringify(service.lines));
  });

  it('a canary in a refused request, a path or a query shows in neither answer nor log', async () => {
    const answers = [
      await post('/api/throws', '{}', { Authorization: `Bearer ${LOST}` }),
      await post('/api/throws', '{}', { Authorization: `Basic ${CANARY}` }),
      await post('/api/throws', '{}', { 'Content-Type': `text/${CANARY}` }),
      await post('/api/throws', '{}', { 'Content-Type': `application/json; charset=${CANARY}` }),
      await post('/api/throws', '{}', { 'Content-Encoding': CANARY }),
      await post(`/api/${CANARY}`, '{}'),
      await post(`/api/throws/${LOST}`, '{}'),
      await post(`/api/throws?key=${LOST}&${CANARY}=${CANARY}`, '{"count":9}'),
      await post(`/elsewhere/${CANARY}`, '{}'),
      await post(`/dashboard/api-keys/${LOST}`, '{}'),
    ];
    for (const { status, text } of answers) {
      expect(status).toBeGreaterThanOrEqual(400);
      expectSilence(text);
    }
    const raw = [
      request(`GET /api/throws/%zz${CANARY}`),
      request('GET /api/throws', [`X-${CANARY}\u0001: ${CANARY}`]),
      request('GET /api/throws', [`Authorization: Bearer ${CANARY}`, `Authorization: Bearer ${LOST}`]),
      request('GET /api/throws', [`X-Long: ${CANARY.repeat(3000)}`]),
      `${CANARY} nonsense\r\n\r\n`,
    ];
    for (const bytes of raw) expectSilence(await service.raw(bytes));
    expectSilence(JSON.stringify(service.lines));
  });

  it('a request id that is a key is replaced, and one that is none is kept', async () => {
    const answer = await service.ask('/api/nothing', { headers: { 'X-Request-Id': LOST } });
    expect(answer.headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
    const kept = await service.ask('/api/nothing', { headers: { 'X-Request-Id': 'pgk_short' } });
    expect(kept.headers.get('X-Request-Id')).toBe('pgk_short');
  });
});
