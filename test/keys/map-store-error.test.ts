import { expect, it } from 'vitest';
import { isOutcomeUnknown, mapStoreError } from '../../src/keys/map-store-error.js';
import { StoreError, type StoreErrorCode } from '../../src/stores/store-error.js';
import { failureOf } from './open-test-keyring.js';

it.each<[StoreErrorCode, Record<string, string>]>([
  ['UNAVAILABLE', { 'Retry-After': '1' }],
  ['UNKNOWN', {}],
  ['READ_ONLY', {}],
  ['FULL', {}],
])(
  'S-09: asks for a repetition only when nothing happened and the next try may succeed: %s',
  async (code, headers) => {
    const error = await failureOf(mapStoreError(Promise.reject(new StoreError(code, 'It failed.'))));
    expect(error).toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503, headers });
    expect(isOutcomeUnknown(error)).toBe(code === 'UNKNOWN');
  },
);
