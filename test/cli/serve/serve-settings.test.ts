import { expect, test } from 'vitest';
import { printOrigin } from '../../../src/cli/serve/print-origin.js';
import { readServeSettings, type ServeOptions } from '../../../src/cli/serve/serve-settings.js';

test.each<[ServeOptions, Record<string, string>, string]>([
  [{}, {}, 'development'],
  [{ host: 'localhost' }, {}, 'development'],
  [{ host: '::1' }, {}, 'development'],
  [{ host: '127.0.0.53' }, {}, 'development'],
  [{ host: '0.0.0.0' }, {}, 'production'],
  [{ host: '192.168.1.4' }, {}, 'production'],
  [{ host: '::' }, {}, 'production'],
  [{}, { NODE_ENV: 'production' }, 'production'],
  [{ mode: 'development' }, { NODE_ENV: 'production' }, 'development'],
  [{ mode: 'development', host: '0.0.0.0' }, {}, 'development'],
  [{ mode: 'production' }, {}, 'production'],
  [{}, { NODE_ENV: 'test' }, 'development'],
])('%o with %o is served in %s mode.', (options, env, mode) => {
  expect(readServeSettings(options, env).mode).toBe(mode);
});

test.each([
  [{}, {}, { number: 3000, isExplicit: false }],
  [{}, { PORT: '8080' }, { number: 8080, isExplicit: true }],
  [{ port: '0' }, { PORT: '8080' }, { number: 0, isExplicit: true }],
  [{ port: '3000' }, {}, { number: 3000, isExplicit: true }],
])('%o with %o takes the port %o.', (options, env, port) => {
  expect(readServeSettings(options, env).port).toEqual(port);
});

test.each(['65536', '-1', '80a', '', '1.5', '123456'])('The port %j is refused.', (port) => {
  expect(() => readServeSettings({ port }, {})).toThrow(/^--port must be a number from 0 to 65535/);
});

test('A bad PORT and host are refused by name.', () => {
  expect(() => readServeSettings({}, { PORT: 'http' })).toThrow(/^PORT must be/);
  expect(() => readServeSettings({ host: 'http://x' }, {})).toThrow(/^--host must be/);
});

test.each([
  ['127.0.0.1', 'http://localhost:3000'],
  ['0.0.0.0', 'http://localhost:3000'],
  ['::', 'http://localhost:3000'],
  ['::1', 'http://[::1]:3000'],
  ['192.168.1.4', 'http://192.168.1.4:3000'],
  ['fe80::1', 'http://[fe80::1]:3000'],
])('A server on %s is reached at %s.', (host, origin) => {
  expect(printOrigin(host, 3000)).toBe(origin);
});
