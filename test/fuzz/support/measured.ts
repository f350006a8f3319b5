import type { Answer, Asker } from './ask.js';
import type { CostReport } from './cost.js';
import { exchangeBytes, parseAnswers } from './exchange-bytes.js';
import type { FuzzRequest } from './fuzz-request.js';
import type { LoopLimit } from './loop-limit.js';
import type { LoopMeter } from './loop-meter.js';

/** What a fuzz measures with: how the server's event loop does, how it may do, and where that is noted. */
export interface Measuring {
  readonly meter: LoopMeter;
  readonly limit: LoopLimit;
  readonly costs: CostReport;
}

/** A machine that is busy with something else makes a request slow once, its cost every time. */
const TRIES = 3;
/** Nothing else explains more. */
const CERTAIN_MS = 1_000;

/** Asks, and notes what it took; `shown` is how a report shows the request. */
export async function askMeasured(
  { ask }: Asker,
  sent: FuzzRequest,
  measuring: Measuring | undefined,
  shown = excerpt(sent),
): Promise<Answer> {
  if (measuring === undefined) return ask(sent);
  const { meter, limit, costs } = measuring;
  const bytesIn = Buffer.byteLength(sent.target) + Buffer.byteLength(sent.body ?? '');
  // What the loop did before is not this request's.
  await meter.read();
  const answer = await ask(sent).catch((error: Error) => error);
  let loopMs = await meter.read();
  const isSlow = loopMs > limit.limitMs(bytesIn);
  const limitMs = limit.limitMs(bytesIn, isSlow ? sent.body : undefined);
  for (let tries = 1; tries < TRIES && loopMs > limitMs && loopMs < CERTAIN_MS; tries++) {
    await ask(sent).catch(() => {});
    loopMs = Math.min(loopMs, await meter.read());
  }
  const [status, bytesOut] =
    answer instanceof Error ? [0, 0] : [answer.status, Buffer.byteLength(answer.body)];
  costs.add({ operation: sent.operation, status, bytesIn, bytesOut, loopMs, limitMs, shown });
  if (answer instanceof Error) throw answer;
  return answer;
}

/** Sends bytes, and notes what each answer to them took. */
export async function exchangeMeasured(
  url: string,
  bytes: Buffer,
  { meter, limit, costs }: Measuring,
): Promise<string> {
  await meter.read();
  const received = await exchangeBytes(url, bytes);
  const loopMs = await meter.read();
  const shown = JSON.stringify(bytes.toString('latin1').slice(0, 100));
  const common = { operation: 'damaged bytes', bytesIn: bytes.length, loopMs, shown };
  // There may be several requests in the bytes, and nobody knows whose time it was.
  for (const { status, body } of parseAnswers(received) ?? [])
    costs.add({ ...common, status, bytesOut: body.length, limitMs: limit.limitMs(bytes.length) });
  return received;
}

function excerpt({ method, target, body = '' }: FuzzRequest): string {
  return JSON.stringify(`${method} ${target} ${body}`.slice(0, 100));
}
