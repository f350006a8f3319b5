import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { procedure } from '../../src/index.js';
import { exchangeBytes, parseAnswers } from '../fuzz/support/exchange-bytes.js';
import { findFaults } from '../fuzz/support/find-faults.js';
import {
  type RunningService,
  routeOf,
  startService,
  stopServices,
} from '../runtime/support/start-service.js';
import { RAW_REQUESTS } from './raw-requests.js';

const ran: string[] = [];
let service: RunningService;

const meta = (method: 'GET' | 'POST', path: string) => ({
  openapi: { enabled: true, tags: [], summary: '', method, path, protect: false },
  rateLimit: false as const,
});
const answering = (name: string) =>
  procedure
    .meta(meta('GET', `/${name}`))
    .output(z.string())
    .query(() => {
      ran.push(name);
      return name;
    });
const read = procedure
  .meta(meta('POST', '/read'))
  .input(z.object({ name: z.string() }))
  .output(z.string())
  .mutation(({ input }) => {
    ran.push(input.name);
    return input.name;
  });

beforeAll(async () => {
  service = await startService({
    routes: [
      routeOf('quick', answering('quick')),
      routeOf('secret', answering('secret')),
      routeOf('read', read, { body: 'required' }),
    ],
  });
});
afterAll(stopServices);

describe('H-04 Bytes that are no good request', () => {
  it('are at least 60, each of its own kind', () => {
    expect(RAW_REQUESTS.length).toBeGreaterThanOrEqual(60);
    expect(new Set(RAW_REQUESTS.map(({ bytes }) => bytes)).size).toBe(RAW_REQUESTS.length);
  });

  it.each(RAW_REQUESTS)('$name: $statuses', async ({ bytes, statuses }) => {
    ran.length = 0;
    const answers = parseAnswers(await exchangeBytes(service.url, Buffer.from(bytes, 'latin1')));
    expect(answers?.map(({ status }) => status)).toEqual(statuses);
    for (const answer of answers ?? []) expect(findFaults(answer)).toEqual([]);
    expect(ran).toHaveLength(statuses.filter((status) => status === 200).length);
    expect(ran).not.toContain('secret');
  });

  it('leave the server as it was', async () => {
    expect((await service.ask('/api/quick')).status).toBe(200);
  });
});
