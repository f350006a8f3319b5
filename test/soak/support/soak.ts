import { readFile } from 'node:fs/promises';
import { ask, holdConnections, repeat, type Target } from './callers.js';
import { HOSTILE_REQUESTS } from './hostile-requests.js';

export interface SoakTarget extends Target {
  readonly pid: number;
}

export interface SoakReport {
  /** Of the well-behaved caller. */
  readonly calls: number;
  readonly failures: readonly string[];
  readonly p99Ms: number;
  readonly slowestMs: number;
  /** Bodies that were refused, and the longest of those answers. */
  readonly refused: number;
  readonly longestBytes: number;
  /** Connections that the server closed on callers who did not read, or did not send. */
  readonly unreadClosed: number;
  readonly unfinishedClosed: number;
}

const ADDRESSES = 200;
const HOSTILE_PER_SECOND = 10;
export const UNREAD = 50;
/**
 * Of 256 KiB, on each connection. The system takes 4 MiB of them (`net.ipv4.tcp_wmem`); the others wait in the server, one
 * MiB on each connection, which together is less than what makes it cut them off before their time.
 */
const UNREAD_ANSWERS = 18;
const UNFINISHED = 500;
const CALLS_PER_SECOND = 5;
const GOOD_ADDRESS = '127.0.9.9';

/**
 * For `seconds`, 200 addresses send hostile bodies and hold unread answers and unfinished bodies, while one caller of an
 * address of its own calls as it should.
 */
export async function soak(target: SoakTarget, seconds: number): Promise<SoakReport> {
  const durations: number[] = [];
  const failures: string[] = [];
  const refusals: number[] = [];
  const underWay = new Set<Promise<void>>();
  const follow = (call: Promise<void>) => {
    const settled = call.finally(() => underWay.delete(settled));
    underWay.add(settled);
  };

  const unread = holdConnections(target, UNREAD, addressOf, {
    text: 'GET /api/large HTTP/1.1\r\nHost: soak\r\n\r\n'.repeat(UNREAD_ANSWERS),
    reads: false,
  });
  const unfinished = holdConnections(target, UNFINISHED, addressOf, {
    text: 'POST /api/order HTTP/1.1\r\nHost: soak\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{',
    reads: true,
  });
  const stopHostile = repeat(HOSTILE_PER_SECOND, (count) => {
    const sent = HOSTILE_REQUESTS[count % HOSTILE_REQUESTS.length] as (typeof HOSTILE_REQUESTS)[number];
    follow(
      ask(target, addressOf(count), sent).then(
        ({ status, bytes }) => {
          refusals.push(bytes);
          if (status < 400 || status === 500) failures.push(`a hostile body was answered with ${status}`);
        },
        // Who sends too much may be cut off.
        () => {},
      ),
    );
  });
  const stopGood = repeat(CALLS_PER_SECOND, (count) => {
    const begin = performance.now();
    const lines = '{"lines":[{"product":"p","count":1,"gift":false}]}';
    const sent = count % 2 === 0 ? { path: '/api/quick' } : { path: '/api/order', body: lines };
    follow(
      ask(target, GOOD_ADDRESS, sent).then(
        ({ status }) => {
          durations.push(performance.now() - begin);
          if (status !== 200) failures.push(`${sent.path} answered ${status}`);
        },
        (error: Error) => void failures.push(`${sent.path}: ${error.message}`),
      ),
    );
  });

  await wait(seconds);
  stopHostile();
  stopGood();
  await Promise.all(underWay);
  unread.stop();
  unfinished.stop();
  durations.sort((left, right) => left - right);
  return {
    calls: durations.length,
    failures,
    p99Ms: durations[Math.ceil(durations.length * 0.99) - 1] ?? Number.NaN,
    slowestMs: durations.at(-1) ?? Number.NaN,
    refused: refusals.length,
    longestBytes: Math.max(0, ...refusals),
    unreadClosed: unread.countClosed(),
    unfinishedClosed: unfinished.countClosed(),
  };
}

/** The resident memory of a process, in MB. */
export async function readRssMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1_024;
}

export function wait(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
}

/** One of 200 addresses of 127/8. */
function addressOf(index: number): string {
  return `127.1.0.${1 + (index % ADDRESSES)}`;
}
