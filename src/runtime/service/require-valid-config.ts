import type { Config } from '../../definition/config.js';
import { ConfigurationError } from '../configuration-error.js';

/**
 * Throws a ConfigurationError if an option that only a server uses is no function, or a count is no whole number above
 * 0. A build does not see the functions, and may see other numbers: those that come from the environment of a server.
 */
export function requireValidConfig(config: Config): void {
  for (const path of FUNCTIONS) requireOption(config, path, isFunction, 'a function');
  for (const path of COUNTS) requireOption(config, path, isCount, 'a whole number above 0');
  const { authenticate } = config;
  if (authenticate === undefined || typeof authenticate === 'function') return;
  if (typeof authenticate?.verify === 'function') return;
  throw new ConfigurationError('authenticate has to be a function, or an object with a function `verify`.');
}

const FUNCTIONS = ['context', 'onStart', 'onStop', 'onError', 'idempotency.scope'];

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

function requireOption(
  config: Config,
  path: string,
  isValid: (value: unknown) => boolean,
  expected: string,
): void {
  const value = path.split('.').reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], config);
  if (value === undefined || value === null || isValid(value)) return;
  throw new ConfigurationError(`${path} has to be ${expected}; it is ${describe(value)}.`);
}

/** Describes a value without showing a text, which may be a secret. */
function describe(value: unknown): string {
  if (value === null || typeof value === 'number') return String(value);
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function isFunction(value: unknown): boolean {
  return typeof value === 'function';
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) > 0;
}
