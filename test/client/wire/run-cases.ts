import { type CallOptions, createTransport, type TransportOptions } from '../../../src/client/index.js';
import { OPERATIONS, type WireCase, type WireOutcome } from './wire-case.js';
import { WIRE_CASES } from './wire-cases.js';

/** How many cases are under way at once: as many connections as a browser opens to one host. */
const WIDTH = 6;

/** Plays the whole table against the server below `url` with the runtime's own `fetch`; the outcomes in its order. */
export async function runCases(url: string): Promise<WireOutcome[]> {
  const outcomes: WireOutcome[] = [];
  const entries = WIRE_CASES.entries();
  const work = async () => {
    for (const [index, wireCase] of entries) outcomes[index] = await runCase(wireCase, `${url}/${index}`);
  };
  await Promise.all(Array.from({ length: WIDTH }, work));
  return outcomes;
}

async function runCase(wireCase: WireCase, baseUrl: string): Promise<WireOutcome> {
  let tries = 0;
  let apiKey = wireCase.canRefresh ? 'old' : '';
  const transport: TransportOptions = {
    baseUrl,
    retries: 0,
    apiKey: () => apiKey,
    onRequest: () => tries++,
    ...(wireCase.canRefresh && { refresh: () => (apiKey = 'new') }),
    ...wireCase.transport,
  };
  const call = createTransport(transport)(
    OPERATIONS[wireCase.call ?? 'list'],
    { name: 'n' },
    callOptions(wireCase),
  );
  const result = await call.catch(
    (error: Error) => ({ success: false, kind: 'rejected', message: error.message }) as const,
  );
  const message = result.message?.replace(/\d+ ms/, 'N ms');
  const reason = 'cause' in result && typeof result.cause === 'string' ? result.cause : undefined;
  const { success, headers, cause, kind, ...rest } = {
    headers: undefined,
    cause: undefined,
    kind: 'ok',
    ...result,
  };
  return shorten({ result: kind, ...rest, message, reason, tries });
}

/** Every try gets a connection of its own, for Bun takes up again what a failure said it would close. */
function callOptions({ options: given, abortAfter }: WireCase): CallOptions {
  const options = { ...given, init: { keepalive: false, ...given?.init } };
  if (abortAfter === undefined) return options;
  const controller = new AbortController();
  if (abortAfter) setTimeout(() => controller.abort('changed my mind'), abortAfter);
  else controller.abort('changed my mind');
  return { ...options, signal: controller.signal };
}

/** What JSON can carry of an outcome, long texts as their length. */
function shorten(outcome: object): WireOutcome {
  return JSON.parse(
    JSON.stringify(outcome, (_, value) =>
      typeof value === 'string' && value.length > 200 ? `${value.length} characters` : value,
    ),
  );
}
