import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltService, buildService } from './build-service.js';
import { stopUnderLoad } from './stop-under-load.js';

let service: BuiltService;

beforeAll(async () => {
  service = await buildService();
});
afterAll(() => service.remove());

it('H-13 SIGTERM under load breaks no answer in 100 cycles', async () => {
  const faults: string[] = [];
  for (let cycle = 0; cycle < 100; cycle++) {
    const { broken, code, stderr, tookMs } = await stopUnderLoad(service.root, 20 + ((cycle * 37) % 300));
    if (broken.length > 0 || code !== 0 || tookMs >= 9_500) {
      faults.push(
        `cycle ${cycle}: exit ${code} after ${Math.round(tookMs)} ms, ${broken.join(', ')}\n${stderr}`,
      );
    }
  }
  expect(faults).toEqual([]);
});
