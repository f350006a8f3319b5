import type { Config } from '../../definition/config.js';
import { BuiltInError } from '../../protocol/built-in-error.js';
import type { Mode } from '../runtime-options.js';
import type { Description } from './description.js';
import type { Endpoint } from './endpoint.js';
import { createExplorer, EXPLORER_PATHS } from './explorer.js';

/** The description, and in development the explorer; where that is turned off its paths stay as a 404. */
export function listEndpoints(config: Config, mode: Mode, description: Description): readonly Endpoint[] {
  const isExplored = config.docs !== false && mode === 'development';
  return [description.endpoint, ...(isExplored ? createExplorer() : EXPLORER_PATHS.map(createDisabled))];
}

/** The place of an endpoint that is turned off: a 404 for every method, and for no procedure to be mistaken for. */
function createDisabled(path: string): Endpoint {
  return {
    path,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    answer: () => {
      throw new BuiltInError('NOT_FOUND');
    },
  };
}
