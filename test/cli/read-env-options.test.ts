import { expect, test } from 'vitest';
import { CliFailure } from '../../src/cli/cli-failure.js';
import { readEnvOptions, readPepper } from '../../src/cli/read-env-options.js';

test('Every scalar option has a variable of its own.', () => {
  expect(
    readEnvOptions({
      PROCGEN_BASE_URL: 'https://api.example.com',
      PROCGEN_PROCEDURES: 'src/procedures',
      PROCGEN_OUT: 'out',
      PROCGEN_DISABLE_OPENAPI: 'true',
      PROCGEN_STORE: 'file:/var/lib/keys.json',
      PROCGEN_BODY_LIMIT: '2048',
      PROCGEN_DOCS: '0',
      PROCGEN_OVERLOAD: 'false',
      PROCGEN_REQUEST_TIMEOUT_MS: '5000',
      PROCGEN_ANSWER_TIMEOUT_MS: '6000',
      PROCGEN_BUILD_TIMEOUT_MS: '7000',
      PROCGEN_TRUST_PROXY: '2',
      PROCGEN_CORS: 'https://a.example, https://b.example',
      PROCGEN_RATE_LIMIT_STORE: 'redis://localhost',
      PATH: '/bin',
    }),
  ).toEqual({
    baseUrl: 'https://api.example.com',
    procedures: 'src/procedures',
    out: 'out',
    disableOpenAPI: true,
    store: 'file:/var/lib/keys.json',
    bodyLimit: 2048,
    docs: false,
    overload: false,
    requestTimeoutMs: 5000,
    answerTimeoutMs: 6000,
    buildTimeoutMs: 7000,
    trustProxy: 2,
    cors: ['https://a.example', 'https://b.example'],
    rateLimitStore: 'redis://localhost',
  });
});

test('A variable that is empty or not set overrides nothing.', () => {
  expect(readEnvOptions({ PROCGEN_STORE: '', PROCGEN_DOCS: undefined })).toEqual({});
});

test.each([
  ['PROCGEN_DISABLE_OPENAPI', 'yes', 'PROCGEN_DISABLE_OPENAPI must be true or false, not "yes".'],
  ['PROCGEN_BODY_LIMIT', '1mb', 'PROCGEN_BODY_LIMIT must be a whole number of bytes above 0, not "1mb".'],
  ['PROCGEN_BODY_LIMIT', '0', 'PROCGEN_BODY_LIMIT must be a whole number of bytes above 0, not "0".'],
  ['PROCGEN_BASE_URL', 'example.com', 'PROCGEN_BASE_URL must be an http or https URL, not "example.com".'],
  [
    'PROCGEN_REQUEST_TIMEOUT_MS',
    '-1',
    'PROCGEN_REQUEST_TIMEOUT_MS must be a whole number of milliseconds above 0, not "-1".',
  ],
  ...['-1', '1.5', 'true', 'loopback', '10.0.0.0/33', '10.0.0.1,', '["10.0.0.0/8"]', '2, 10.0.0.1'].map(
    (value): [string, string, string] => [
      'PROCGEN_TRUST_PROXY',
      value,
      `PROCGEN_TRUST_PROXY must be a number of proxies, or a comma-separated list of their addresses and CIDR blocks such as 10.0.0.0/8, not "${value}".`,
    ],
  ),
  ...['app.example.com', 'https://a.example/', 'null', 'https://a.example,*', 'https://*.example.com'].map(
    (value): [string, string, string] => [
      'PROCGEN_CORS',
      value,
      `PROCGEN_CORS must be *, or a comma-separated list of origins such as https://app.example.com, not "${value}".`,
    ],
  ),
])('%s=%s is refused with what it takes.', (variable, value, message) => {
  expect(() => readEnvOptions({ [variable]: value })).toThrow(new CliFailure(message));
});

test('Proxies and origins are lists where there are several.', () => {
  expect(
    readEnvOptions({
      PROCGEN_TRUST_PROXY: '10.0.0.0/8, ::1',
      PROCGEN_CORS: 'https://a.example,http://localhost:5173',
    }),
  ).toEqual({
    trustProxy: ['10.0.0.0/8', '::1'],
    cors: ['https://a.example', 'http://localhost:5173'],
  });
});

test.each([',', ' ', 'new,', ',old', 'new,,old'])(
  'A list of peppers with an empty one is refused: "%s".',
  (list) => {
    expect(() => readPepper({ PROCGEN_KEY_PEPPER: list })).toThrow(/^PROCGEN_KEY_PEPPER must be/);
  },
);

test('No pepper, and an empty variable, mean none.', () => {
  expect(readPepper({})).toBeUndefined();
  expect(readPepper({ PROCGEN_KEY_PEPPER: '' })).toBeUndefined();
  expect(readPepper({ PROCGEN_KEY_PEPPER: 'new, old' })).toBe('new, old');
});
