import { BuiltInError } from '../../protocol/built-in-error.js';
import type { Endpoint } from './endpoint.js';

/** The place of an endpoint that is turned off: a 404 for every method, and for no procedure to be mistaken for. */
export function createDisabled(path: string): Endpoint {
  return {
    path,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    answer: () => {
      throw new BuiltInError('NOT_FOUND');
    },
  };
}
