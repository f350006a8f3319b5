import type { Config } from '../../authoring/config.js';
import type { Mode } from '../runtime-options.js';
import type { Description } from './description.js';
import { createDisabled } from './disabled.js';
import type { Endpoint } from './endpoint.js';
import { createExplorer, EXPLORER_PATHS } from './explorer.js';

/** The description, and in development the explorer; where that is turned off its paths stay as a 404. */
export function listEndpoints(config: Config, mode: Mode, description: Description): readonly Endpoint[] {
  const isExplored = config.docs !== false && mode === 'development';
  return [description.endpoint, ...(isExplored ? createExplorer() : EXPLORER_PATHS.map(createDisabled))];
}
