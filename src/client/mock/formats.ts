import type { Random } from './making.js';
import { drawInteger } from './random.js';
import { samplePattern } from './sample-pattern.js';

/** From 2020 on, ten years long. */
const FIRST_MS = Date.UTC(2020, 0);
const SPAN_MS = 10 * 365 * 24 * 3_600_000;

/** Texts of each format that a description names, of which the first that fits the patterns is taken. */
export const FORMATS: { readonly [format: string]: (random: Random) => readonly string[] } = {
  'date-time': (random) => {
    const text = makeDate(random);
    return [text, text.replace(/\.\d+/, ''), `${text.slice(0, 16)}Z`, text.slice(0, 19)];
  },
  date: (random) => [makeDate(random).slice(0, 10)],
  time: (random) => [
    makeDate(random).slice(11, 19),
    makeDate(random).slice(11, 23),
    makeDate(random).slice(11),
  ],
  duration: (random) => [`PT${drawInteger(random, 1, 90)}M`],
  email: (random) => [`${makeWord(random)}@example.com`],
  hostname: (random) => [`${makeWord(random)}.example.com`],
  uri: (random) => [`https://example.com/${makeWord(random)}`],
  uuid: (random) => [
    samplePattern('^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$', 1, random),
  ],
  ipv4: (random) => [`192.0.2.${drawInteger(random, 1, 254)}`],
  ipv6: (random) => [`2001:db8::${drawInteger(random, 1, 9999)}`],
  cidrv4: (random) => [`192.0.2.0/${drawInteger(random, 24, 32)}`],
  cidrv6: (random) => [`2001:db8::/${drawInteger(random, 32, 64)}`],
  base64: (random) => [btoa(makeWord(random))],
  base64url: (random) => [btoa(makeWord(random)).replace(/=/g, '')],
  jwt: () => ['eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmF0dXJl'],
  emoji: () => ['🌿'],
};

function makeDate(random: Random): string {
  return new Date(FIRST_MS + Math.floor(random() * SPAN_MS)).toISOString();
}

function makeWord(random: Random): string {
  return samplePattern('^[bdfklmnprst][aeiou][bdfklmnprst][aeiou][lnrst]$', 1, random);
}
