import type { Config } from '../../authoring/config.js';
import type { EnvOptions } from '../read-env-options.js';

/** The configuration with what the environment and then the flags say in its place; brand and functions stay. */
export function overrideConfig(
  config: Config | undefined,
  env: EnvOptions,
  flags: Pick<Config, 'store' | 'rateLimitStore'>,
): Config {
  return { ...config, ...env, ...flags };
}
