import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltService, buildService } from './build-service.js';
import { stopUnderLoad } from './stop-under-load.js';

let service: BuiltService;

beforeAll(async () => {
  service = await buildService();
});
afterAll(() => service.remove());

it('H-13 SIGTERM under load breaks no answer and ends with 0 within 9.5 s', async () => {
  const { answered, broken, code, tookMs } = await stopUnderLoad(service.root, 150);
  expect({ broken, code }).toEqual({ broken: [], code: 0 });
  expect(answered).toBeGreaterThanOrEqual(150);
  expect(tookMs).toBeLessThan(9_500);
});
