import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BuiltService, buildService } from './build-service.js';
import { stopUnderLoad } from './stop-under-load.js';

/** Each has a store of its own, and so one server at a time. */
let services: readonly BuiltService[];

beforeAll(async () => {
  services = await Promise.all([buildService(), buildService()]);
});
afterAll(() => Promise.all(services.map((service) => service.remove())));

it('H-13 SIGTERM under load breaks no answer in 100 cycles', async () => {
  const faults: string[] = [];
  const runCycles = async ({ root }: BuiltService, first: number) => {
    for (let cycle = first; cycle < 100; cycle += services.length) {
      const { broken, code, stderr, tookMs } = await stopUnderLoad(root, 20 + ((cycle * 37) % 300));
      if (broken.length > 0 || code !== 0 || tookMs >= 9_500) {
        faults.push(
          `cycle ${cycle}: exit ${code} after ${Math.round(tookMs)} ms, ${broken.join(', ')}\n${stderr}`,
        );
      }
    }
  };
  await Promise.all(services.map(runCycles));
  expect(faults).toEqual([]);
});
