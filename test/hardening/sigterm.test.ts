import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltService, buildService } from './build-service.js';
import { stopUnderLoad } from './stop-under-load.js';

let service: BuiltService;

beforeAll(async () => {
  service = await buildService();
});
afterAll(() => service.remove());

it.each([1, 2, 3, 4, 5])(
  'H-13 SIGTERM under load breaks no answer and ends with 0 within 9.5 s (%i of 5)',
  async (cycle) => {
    const { answered, broken, code, tookMs } = await stopUnderLoad(service.root, 50 * cycle);
    expect({ broken, code }).toEqual({ broken: [], code: 0 });
    expect(answered).toBeGreaterThanOrEqual(50 * cycle);
    expect(tookMs).toBeLessThan(9_500);
  },
);
