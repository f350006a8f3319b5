import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { parseMessage } from '../../src/compiler/config/check-catalogs.js';
import { procedure } from '../../src/index.js';
import { BuiltInError } from '../../src/protocol/built-in-error.js';
import { MESSAGE_PREFIX, MESSAGES } from '../../src/protocol/messages.js';
import { addBuiltInMessages } from '../../src/runtime/messages/built-in-messages.js';
import {
  json,
  type RunningService,
  routeOf,
  type ServiceSetup,
  startService,
  stopServices,
} from './support/start-service.js';

afterAll(stopServices);

const LANGUAGES = ['de', 'es', 'fr', 'it', 'ja', 'nl', 'pt', 'zh'];

const meta = (method: 'GET' | 'POST', path: string, protect = false) => ({
  openapi: { enabled: true, tags: [], summary: '', method, path, protect },
});
const routes: ServiceSetup['routes'] = [
  routeOf(
    'secret',
    procedure
      .meta(meta('GET', '/secret', true))
      .output(z.string())
      .query(() => 'x'),
  ),
  routeOf(
    'change',
    procedure
      .meta(meta('POST', '/change'))
      .input(z.object({ name: z.string() }))
      .output(z.string())
      .mutation(() => 'changed'),
    { body: 'required' },
  ),
  routeOf(
    'read',
    procedure
      .meta(meta('GET', '/read/:id'))
      .input(z.object({ id: z.string() }))
      .output(z.string())
      .query(() => 'read'),
    { plan: { path: { id: 'string' } } },
  ),
  routeOf(
    'denies',
    procedure
      .meta(meta('GET', '/denies'))
      .output(z.string())
      .query(() => {
        throw new BuiltInError('UNAUTHORIZED');
      }),
  ),
  routeOf(
    'throws',
    procedure
      .meta(meta('GET', '/throws'))
      .output(z.string())
      .query(() => {
        throw Object.assign(new Error(), { expose: true, status: 401 });
      }),
  ),
  routeOf(
    'fails',
    procedure
      .meta(meta('GET', '/fails'))
      .output(z.string())
      .query(() => {
        throw new Error('the reason');
      }),
  ),
];

type Ask = RunningService['ask'];

const failures: readonly [
  string,
  (ask: Ask, headers: Record<string, string>) => Promise<Response>,
  string,
][] = [
  ['an unknown path', (ask, headers) => ask('/api/nowhere', { headers }), 'Nicht gefunden.'],
  [
    'a missing key',
    (ask, headers) => ask('/api/secret', { headers }),
    'Ein gültiger API-Schlüssel ist erforderlich.',
  ],
  [
    'a wrong method',
    (ask, headers) => ask('/api/secret', { method: 'PUT', headers }),
    'Diese Methode ist hier nicht erlaubt.',
  ],
  [
    'a missing body',
    (ask, headers) => ask('/api/change', { method: 'POST', headers }),
    'Die Anfrage hat keinen Inhalt: Erwartet wird ein JSON-Objekt.',
  ],
  [
    'a body that is too large',
    (ask, headers) =>
      ask('/api/change', { ...json('a'.repeat(2_000)), headers: { ...JSON_TYPE, ...headers } }),
    'Der Inhalt ist größer als 1000 Bytes.',
  ],
  ['an error of the handler', (ask, headers) => ask('/api/fails', { headers }), 'Interner Serverfehler.'],
];
const JSON_TYPE = { 'Content-Type': 'application/json' };

describe("The package's own messages", () => {
  it.each(failures)("say %s in the caller's language", async (_name, ask, message) => {
    const service = await startService({ routes, config: { locales: ['en', 'de'], bodyLimit: 1_000 } });
    const inGerman = await ask(service.ask, { 'Accept-Language': 'de-CH, en;q=0.5' });
    expect((await inGerman.json()).message).toBe(message);
    const inEnglish = await ask(service.ask, { 'Accept-Language': 'da' });
    expect(Object.values(MESSAGES)).toContain((await inEnglish.json()).message.replace('1000', '{max}'));
  });

  it('are translated in a 401 that a handler throws, which gets its challenge too', async () => {
    const { ask } = await startService({ routes, config: { locales: ['en', 'de'] } });
    const response = await ask('/api/denies', { headers: { 'Accept-Language': 'de' } });
    expect([response.status, response.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
    expect((await response.json()).message).toBe('Ein gültiger API-Schlüssel ist erforderlich.');
    const thrownByKoa = await ask('/api/throws');
    expect([thrownByKoa.status, thrownByKoa.headers.get('WWW-Authenticate')]).toEqual([401, 'Bearer']);
  });

  it("word the error of a field in the caller's language", async () => {
    const { ask } = await startService({ routes, config: { locales: ['en', 'de'] } });
    const response = await ask('/api/read/%00', { headers: { 'Accept-Language': 'de' } });
    expect(await response.json()).toEqual({
      success: false,
      message: 'Die Eingabe ist ungültig.',
      errors: [{ path: ['id'], message: 'Steuerzeichen sind nicht erlaubt' }],
    });
  });

  it('count the seconds until the next try as the language does', async () => {
    const { ask } = await startService({
      routes,
      config: { locales: ['de'], rateLimits: { QUERY: { limit: 1, windowMs: 500 } } },
    });
    expect((await ask('/api/read/1')).status).toBe(200);
    expect((await (await ask('/api/read/1')).json()).message).toBe(
      'Zu viele Anfragen. Bitte in 1 Sekunde erneut versuchen.',
    );
  });

  it("give way to the project's own words, in languages that the package does not speak too", async () => {
    const { ask } = await startService({
      routes,
      config: { locales: ['en', 'de', 'sv'] },
      messages: {
        en: { 'procgen.status.404': 'There is nothing here.' },
        de: { 'procgen.status.404': 'Hier ist nichts.' },
        sv: { 'procgen.status.404': 'Här finns ingenting.' },
      },
    });
    const say = async (language: string, path = '/api/nowhere') =>
      (await (await ask(path, { headers: { 'Accept-Language': language } })).json()).message;
    expect(await say('en')).toBe('There is nothing here.');
    expect(await say('de')).toBe('Hier ist nichts.');
    expect(await say('sv')).toBe('Här finns ingenting.');
    expect(await say('sv', '/api/secret')).toBe('A valid API key is required.');
  });

  it.each(LANGUAGES)('are ICU messages with the parameters of the English ones in "%s"', (language) => {
    const messages = addBuiltInMessages({}, [language])[language] ?? {};
    for (const [key, english] of Object.entries(MESSAGES)) {
      const message = messages[MESSAGE_PREFIX + key];
      expect(message, key).toBeTypeOf('string');
      expect(parseMessage(message ?? '', language), key).toEqual(parseMessage(english, 'en'));
    }
  });
});
