import type { Logger } from '../../definition/context.js';
import type { Keyring } from '../../keys/keyring.js';
import type { Listener } from '../../runtime/hosts/app.js';
import { DEFAULT_DRAIN_MS } from '../../runtime/running.js';
import type { HttpServer } from '../../runtime/serve/create-server.js';

export interface StoppableService {
  readonly app: Pick<Listener, 'close' | 'hosting'>;
  readonly http: Pick<HttpServer, 'drain'>;
  readonly keyring: Pick<Keyring, 'close'>;
  readonly log: Logger;
}

/** Times from the start of stopping: when running requests are cut off, `onStop`, and the wait for the store. */
export interface StopTimes {
  readonly requestsMs: number;
  readonly onStopMs: number;
  readonly storeMs: number;
}

/** Container runtimes kill after 10 s; `SHUTDOWN_TIMEOUT_MS` of `wait-for-shutdown.ts` is later than all of these. */
const STOP_TIMES: StopTimes = { requestsMs: DEFAULT_DRAIN_MS, onStopMs: 8_500, storeMs: 8_800 };

/** Finishes received requests, runs `onStop` and closes the store. Cuts off and logs whatever takes too long. */
export async function stopService(
  { app, http, keyring, log }: StoppableService,
  { requestsMs, onStopMs, storeMs }: StopTimes = STOP_TIMES,
): Promise<void> {
  const startedAt = performance.now();
  const within = (untilMs: number, work: Promise<unknown>, onLate: () => void) =>
    settleWithin(work, Math.max(0, untilMs - (performance.now() - startedAt)), onLate);

  await within(onStopMs, http.drain(requestsMs), () => log.warn('connections could not be closed in time'));
  const closing = app.close();
  // Handlers whose callers have disconnected are awaited until then.
  await within(requestsMs, closing, app.hosting.abandonCalls);
  await within(onStopMs, closing, () => log.warn('onStop did not finish in time and was abandoned'));
  await within(storeMs, keyring.close(), () => log.warn('the store could not be closed in time'));
}

async function settleWithin(work: Promise<unknown>, deadlineMs: number, onLate: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      onLate();
      resolve();
    }, deadlineMs);
  });
  await Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
