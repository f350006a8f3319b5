import type { Config } from '../definition/config.js';
import { CONFIG } from '../protocol/brand.js';

/** Types and brands a configuration: `export default defineConfig({ … })`. */
export function defineConfig<AppContext extends object = object>(
  config: Config<AppContext>,
): Config<AppContext> {
  return Object.defineProperty({ ...config }, CONFIG, { value: true });
}
