import * as z from 'zod';

const GROUP = '[0-9a-fA-F]{1,4}';
const BYTE = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const IPV4 = `${BYTE}(?:\\.${BYTE}){3}`;
/** RFC 4291, 2.2: eight groups, `::` once for some of them, the last two as an IPv4 address where one likes. */
const IPV6 = [
  `(?:${GROUP}:){7}${GROUP}`,
  `(?:${GROUP}:){1,7}:`,
  ...[1, 2, 3, 4, 5, 6].map((tail) => `(?:${GROUP}:){1,${7 - tail}}(?::${GROUP}){1,${tail}}`),
  `:(?::${GROUP}){1,7}`,
  '::',
  `(?:${GROUP}:){6}${IPV4}`,
  `(?:${GROUP}:){1,5}:${IPV4}`,
  ...[1, 2, 3, 4].map((tail) => `(?:${GROUP}:){1,${5 - tail}}(?::${GROUP}){1,${tail}}:${IPV4}`),
  `:(?::${GROUP}){0,5}:${IPV4}`,
].join('|');

/** What zod's checks of a format take, where the pattern that they keep takes more or less. */
export const exactPatterns: ReadonlyMap<string, string> = new Map([
  ['ipv6', `^(?:${IPV6})$`],
  ['cidrv6', `^(?:${IPV6})/(?:12[0-8]|1[01][0-9]|[1-9]?[0-9])$`],
  ['base64', z.regexes.base64.source],
  ['base64url', z.regexes.base64url.source],
]);
