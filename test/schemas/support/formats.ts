import fc from 'fast-check';

const digits = (min: number, max: number, length: number) =>
  fc.integer({ min, max }).map((value) => String(value).padStart(length, '0'));
const matching = (pattern: RegExp) => fc.stringMatching(pattern);

const day = fc.tuple(digits(0, 9999, 4), digits(1, 12, 2), digits(1, 31, 2)).map((parts) => parts.join('-'));
const clock = fc
  .tuple(digits(0, 23, 2), digits(0, 59, 2), digits(0, 59, 2), matching(/^(?:\.\d{1,9})?$/))
  .map(([hour, minute, second, fraction]) => `${hour}:${minute}:${second}${fraction}`);
const offset = fc.oneof(fc.constant('Z'), matching(/^[+-](?:0\d|1\d|2[0-3]):[0-5]\d$/));
const label = matching(/^[a-z0-9](?:[a-z0-9-]{0,5}[a-z0-9])?$/);
const host = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => labels.join('.'));
const group = matching(/^[0-9a-fA-F]{1,4}$/);
const v4 = fc
  .tuple(digits(0, 255, 1), digits(0, 255, 1), digits(0, 255, 1), digits(0, 255, 1))
  .map((parts) => parts.join('.'));
const v6 = fc.oneof(
  fc.array(group, { minLength: 8, maxLength: 8 }).map((groups) => groups.join(':')),
  fc
    .tuple(fc.array(group, { maxLength: 3 }), fc.array(group, { maxLength: 3 }))
    .map(([head, tail]) => `${head.join(':')}::${tail.join(':')}`),
  fc.constantFrom('::', '::1', '::ffff:1.2.3.4', '64:ff9b::192.0.2.33'),
);
const hexOf = (length: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: length, maxLength: length });
const uuid = fc.oneof(
  ...[1, 2, 3, 4, 5, 6, 7, 8, 0, 9].map((version) =>
    fc
      .tuple(hexOf(8), hexOf(4), hexOf(3), fc.constantFrom(...'89abAB0f'), hexOf(3), hexOf(12))
      .map(([a, b, c, variant, d, e]) => `${a}-${b}-${version}${c}-${variant}${d}-${e}`),
  ),
  fc.constantFrom('00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff'),
);
const base64url = fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes).toString('base64url'));
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Texts that a format means, valid for the most part. */
export const FORMATS: Readonly<Record<string, fc.Arbitrary<string> | undefined>> = {
  email: fc.oneof(
    fc
      .tuple(matching(/^[a-z0-9_+'-]{1,5}(?:\.[a-z0-9_+-]{1,3})?$/), host)
      .map(([user, domain]) => `${user}@${domain}.example`),
    fc.emailAddress(),
  ),
  uri: fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.constantFrom('mailto:a@b.example', 'urn:isbn:1', 'http://[::1]:80/', 'ftp://h/p', 'http://h?q=%20'),
  ),
  hostname: host,
  uuid,
  ipv4: v4,
  ipv6: v6,
  cidrv4: fc.tuple(v4, digits(0, 34, 1)).map((parts) => parts.join('/')),
  cidrv6: fc.tuple(v6, digits(0, 130, 1)).map((parts) => parts.join('/')),
  base64: fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes).toString('base64')),
  base64url,
  jwt: fc
    .tuple(fc.constantFrom('HS256', 'none'), base64url)
    .map(([alg, signature]) => `${part({ alg, typ: 'JWT' })}.${part({ sub: 'a' })}.${signature}`),
  emoji: fc.constantFrom('😀', '👍🏽', '🇫🇷', '😀😀', '❤️', '1️⃣'),
  date: day,
  'date-time': fc.tuple(day, clock, offset).map(([date, time, zone]) => `${date}T${time}${zone}`),
  duration: fc.oneof(
    matching(/^P\d{1,2}W$/),
    matching(/^P\d{1,2}Y\d{1,2}M\d{1,2}DT\d{1,2}H\d{1,2}M\d{1,2}S$/),
    fc.constantFrom('PT1S', 'P1D', 'P1Y1D', 'PT1H1S', 'PT0.5S', 'PT1.5S', 'P1M', 'PT36H', 'P', 'PT'),
  ),
};
