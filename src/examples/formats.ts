import type { Random } from './generation-context.js';
import { drawInteger } from './random.js';
import { samplePattern } from './sample-pattern.js';

/** How far back dates go. */
const SPAN_MS = 30 * 24 * 3_600_000;

/** Candidates for each format in a description; the first one that matches the patterns is used. */
export const FORMATS: {
  readonly [format: string]: (random: Random, nowMs: number) => readonly string[];
} = {
  'date-time': (random, nowMs) => {
    const text = makeDate(random, nowMs);
    return [text, text.replace(/\.\d+/, ''), `${text.slice(0, 16)}Z`, text.slice(0, 19)];
  },
  date: (random, nowMs) => [makeDate(random, nowMs).slice(0, 10)],
  time: (random, nowMs) => {
    const text = makeDate(random, nowMs).slice(11);
    return [text.slice(0, 8), text.slice(0, 12), text];
  },
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

function makeDate(random: Random, nowMs: number): string {
  return new Date(nowMs - Math.floor(random() * SPAN_MS)).toISOString();
}

function makeWord(random: Random): string {
  return samplePattern('^[bdfklmnprst][aeiou][bdfklmnprst][aeiou][lnrst]$', 1, random);
}
