import fc from 'fast-check';
import { createAsker } from './ask.js';
import { exchangeBytes, parseAnswers } from './exchange-bytes.js';
import { findFaults } from './find-faults.js';
import { type Description, requestsOf } from './fuzz-request.js';
import { malformedRequests } from './malformed-request.js';

export interface FuzzRun {
  readonly url: string;
  readonly seed: number;
  readonly count: number;
  /** Told after each request, to show progress. */
  readonly onAsked?: () => void;
}

export interface FuzzReport {
  /** How often each status was answered. */
  readonly statuses: ReadonlyMap<number, number>;
  /** Null when nothing was found; else the smallest request that shows a fault, and the fault. */
  readonly fault: string | null;
}

/** Sends `count` requests made by the description, right and wrong ones. The same seed sends the same requests. */
export async function fuzzBySchema(
  run: FuzzRun & { readonly description: Description; readonly key: string },
): Promise<FuzzReport> {
  const { url, seed, count, description, key, onAsked } = run;
  const statuses = new Map<number, number>();
  const asker = createAsker(url);
  const property = fc.asyncProperty(requestsOf(description, key), async (request) => {
    const answer = await asker.ask(request);
    onAsked?.();
    countStatus(statuses, answer.status);
    refuse(findFaults(answer, request.documented), answer.body);
  });
  const result = await fc.check(property, { seed, numRuns: count });
  asker.close();
  return { statuses, fault: explain(result) };
}

/** Sends `count` requests whose bytes are damaged. */
export async function fuzzByBytes({ url, seed, count, onAsked }: FuzzRun): Promise<FuzzReport> {
  const statuses = new Map<number, number>();
  const property = fc.asyncProperty(malformedRequests, async (bytes) => {
    const received = await exchangeBytes(url, bytes);
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
