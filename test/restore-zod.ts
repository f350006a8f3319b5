/** For test files that share their modules: what one sets in zod's configuration is gone before the next one. */
import { afterAll } from 'vitest';
import * as z from 'zod';

const config = z.config() as Record<string, unknown>;
const before = { ...config };

afterAll(() => {
  for (const name of Object.keys(config)) delete config[name];
  Object.assign(config, before);
});
