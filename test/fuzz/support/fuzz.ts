import fc from 'fast-check';
import { createAsker } from './ask.js';
import { exchangeBytes, parseAnswers } from './exchange-bytes.js';
import { findFaults } from './find-faults.js';
import { type Description, requestsOf } from './fuzz-request.js';
import { hostileRequestsOf } from './hostile-request.js';
import { malformedRequests } from './malformed-request.js';
import { askMeasured, exchangeMeasured, type Measuring } from './measured.js';

export interface FuzzRun {
  readonly url: string;
  readonly seed: number;
  readonly count: number;
  /** Told after each request, to show progress. */
  readonly onAsked?: () => void;
  /** Where it is noted what each request costs; a request that costs too much does not fail the run. */
  readonly measuring?: Measuring | undefined;
}

export interface DescribedRun extends FuzzRun {
  readonly description: Description;
  readonly key: string;
}

export interface FuzzReport {
  /** How often each status was answered. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Null when nothing was found; else the smallest request that shows an error, and the error. */
  readonly fault: string | null;
}

/** Sends `count` requests made by the description, right and wrong ones. The same seed sends the same requests. */
export async function fuzzBySchema(run: DescribedRun): Promise<FuzzReport> {
  const { url, seed, count, description, key, onAsked, measuring } = run;
  const statuses = new Map<number, number>();
  const asker = createAsker(url);
  const property = fc.asyncProperty(requestsOf(description, key), async (request) => {
    const answer = await askMeasured(asker, request, measuring);
    onAsked?.();
    countStatus(statuses, answer.status);
    refuse(findFaults(answer, request.documented), answer.body);
  });
  const result = await fc.check(property, { seed, numRuns: count });
  asker.close();
  return { statuses, fault: explain(result) };
}

/** How long a server may take for one request, so that the report can say for how long it was blocked. */
const LONG_PATIENCE_MS = 120_000;
/** The maximum of reported errors. */
const MAX_FAULTS = 10;

/** Sends `count` requests with hostile bodies of up to 1 MiB. A failing request is not shrunk: it says what it is made of. */
export async function fuzzByHostileBodies(run: DescribedRun): Promise<FuzzReport> {
  const { url, seed, count, description, key, onAsked, measuring } = run;
  const statuses = new Map<number, number>();
  const faults = new Set<string>();
  const requests = hostileRequestsOf(description, key);
  const asker = createAsker(url, LONG_PATIENCE_MS);
  for (const { request, body } of requests === null ? [] : fc.sample(requests, { seed, numRuns: count })) {
    const sent = { ...request, body: body.print() };
    try {
      const answer = await askMeasured(asker, sent, measuring, body.shown);
      countStatus(statuses, answer.status);
      const found = findFaults(answer, request.documented);
      if (found.length > 0) faults.add(`${found.join(' ')} ${request.operation}: ${body.shown}`);
    } catch (error) {
      faults.add(`${(error as Error).message} ${request.operation}: ${body.shown}`);
      // A server that is gone answers nobody.
      if (/^The server ended/.test((error as Error).message)) break;
    }
    onAsked?.();
  }
  asker.close();
  const listed = [...faults].slice(0, MAX_FAULTS);
  const more = faults.size > MAX_FAULTS ? [`… and ${faults.size - MAX_FAULTS} more`] : [];
  return { statuses, fault: faults.size === 0 ? null : [...listed, ...more, `seed ${seed}`].join('\n') };
}

/** Sends `count` requests whose bytes are damaged. */
export async function fuzzByBytes({ url, seed, count, onAsked, measuring }: FuzzRun): Promise<FuzzReport> {
  const statuses = new Map<number, number>();
  const property = fc.asyncProperty(malformedRequests, async (bytes) => {
    const received = measuring
      ? await exchangeMeasured(url, bytes, measuring)
      : await exchangeBytes(url, bytes);
    onAsked?.();
    const answers = parseAnswers(received);
    if (answers === null) refuse(['What came back is not HTTP.'], received);
    for (const answer of answers ?? []) {
      countStatus(statuses, answer.status);
      refuse(findFaults(answer), answer.body);
    }
  });
  const result = await fc.check(property, { seed, numRuns: count });
  return { statuses, fault: explain(result) };
}

function countStatus(statuses: Map<number, number>, status: number): void {
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
}

function refuse(faults: readonly string[], body: string): void {
  if (faults.length > 0) throw new Error(`${faults.join(' ')} ${body.slice(0, 300)}`);
}

function explain<T>({
  failed,
  counterexample,
  errorInstance,
  seed,
  counterexamplePath,
}: fc.RunDetails<[T]>): string | null {
  if (!failed) return null;
  const [request] = counterexample ?? [];
  const shown = Buffer.isBuffer(request)
    ? JSON.stringify(request.toString('latin1'))
    : JSON.stringify(request, null, 2);
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance);
  return `${reason}\nseed ${seed}, path ${counterexamplePath}\n${shown}`;
}
