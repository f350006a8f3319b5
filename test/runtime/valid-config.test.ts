import { afterAll, describe, expect, it } from 'vitest';
import type { Config } from '../../src/index.js';
import { startService, stopServices, tableOf } from './support/start-service.js';

afterAll(stopServices);

const INVALID: readonly (readonly [string, object])[] = [
  ['context has to be a function; it is 5.', { context: 5 }],
  ['onStart has to be a function; it is an object.', { onStart: [] }],
  ['onStop has to be a function; it is a string.', { onStop: 'never' }],
  ['onError has to be a function; it is an object.', { onError: {} }],
  ['idempotency.scope has to be a function; it is a boolean.', { idempotency: { scope: true } }],
  ['authenticate has to be a function, or an object with a function `verify`.', { authenticate: null }],
  ['authenticate has to be a function, or an object with a function `verify`.', { authenticate: {} }],
  ['bodyLimit has to be a whole number above 0; it is NaN.', { bodyLimit: Number('1 MB') }],
  ['rateLimits.QUERY.limit has to be a whole number above 0; it is 0.', limitQueries(0)],
  ['overload.inFlight has to be a whole number above 0; it is 0.5.', { overload: { inFlight: 0.5 } }],
];

const COUNTS = [
  'rateLimits.QUERY.limit',
  'rateLimits.QUERY.windowMs',
  'rateLimits.MUTATION.limit',
  'rateLimits.MUTATION.windowMs',
  'maxKeysPerUser',
  'keyCacheSize',
  'bodyLimit',
  'uploads.limit',
  'uploads.fileLimit',
  'uploads.files',
  'uploads.fields',
  'requestTimeoutMs',
  'answerTimeoutMs',
  'overload.lagMs',
  'overload.inFlight',
  'overload.streams',
  'overload.streamsPerCaller',
];

/** A configuration with one option, by its path. */
function configure(path: string, value: unknown): Config {
  return path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), value) as Config;
}

function limitQueries(limit: number): Config {
  return { rateLimits: { QUERY: { limit, windowMs: 1_000 } } };
}

describe('A server refuses to start with an option that would only fail on a call', () => {
  it.each(INVALID)('%s', async (message, config) => {
    const started = startService({ routes: [], config: config as Config });
    await expect(started).rejects.toMatchObject({ name: 'ConfigurationError', message });
  });

  it.each(COUNTS)('%s', async (path) => {
    const started = startService({ routes: [], config: configure(path, Number.NaN) });
    await expect(started).rejects.toThrow(`${path} has to be a whole number above 0; it is NaN.`);
  });

  it('but takes null for none', async () => {
    const { ask } = await startService({ routes: [], config: { onStart: null, onError: null } as never });
    expect((await ask('/api/openapi.json')).status).toBe(200);
  });

  it('keeps the routes that it serves if those that replace them have such an option', async () => {
    const { app, ask } = await startService({ routes: [] });
    const replaced = app.replaceRoutes(await tableOf({ routes: [] }), { bodyLimit: Number.NaN });
    await expect(replaced).rejects.toThrow('bodyLimit');
    expect((await ask('/api/openapi.json')).status).toBe(200);
  });
});
