import { expect, test } from 'vitest';
import { chooseEncoding } from '../../src/runtime/respond/choose-encoding.js';

test.each<[string | undefined, string]>([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['GZIP;Q=0.5', 'gzip'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0.5 , gzip ; q=0.5', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0', 'identity'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['identity', 'identity'],
  ['gzip;q=0.5, identity', 'identity'],
  ['gzip, identity;q=0', 'gzip'],
  ['identity;q=0', 'identity'],
  ['deflate', 'identity'],
  ['br;q=2, gzip;q=none', 'identity'],
])('Of what "%s" accepts, %s is sent.', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
});
