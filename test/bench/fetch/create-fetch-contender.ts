import { strictEqual } from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import type { Contender } from '../harness/compare.js';
import { createInProcessContender } from '../harness/in-process.js';
import { listHeaders, type OutsideRequest } from '../outside/requests.js';

/** Requests that are made at once, outside of what is measured: few, so that they do not outlive a young generation. */
const BATCH = 50;

export type FetchHandler = (request: Request) => Promise<Response> | Response;

/** Calls through the Fetch standard, without a socket. */
export function createFetchContender(
  name: string,
  handle: FetchHandler,
  request: OutsideRequest,
  key: string,
): Contender {
  const { method, path, body = null, status, check } = request;
  const headers = listHeaders(request, key);
  const createRequest = () => new Request(`http://localhost${path}`, { method, headers, body });
  let usedMicros = 0;
  const contender = createInProcessContender(name, {
    async check() {
      const response = await handle(createRequest());
      strictEqual(response.status, status, `${name}, ${request.name}`);
      check(await response.json());
    },
    async run(operations) {
      for (let left = operations; left > 0; left -= BATCH) {
        const requests = Array.from({ length: Math.min(left, BATCH) }, createRequest);
        const before = process.cpuUsage();
        for (const each of requests) await (await handle(each)).text();
        const { user, system } = process.cpuUsage(before);
        usedMicros += user + system;
        // As a host does between requests: timers and finalizers run.
        await setImmediate();
      }
    },
  });
  return { ...contender, readCpu: async () => usedMicros };
}
