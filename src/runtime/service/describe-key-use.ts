import * as z from 'zod';
import type { KeyUse } from '../../dashboard/key-use.js';
import type { Config } from '../../definition/config.js';
import type { Route, RouteTable } from '../route-table.js';

/** What the dashboard may say of its keys: whether they open this API, whether it is served, and a call to try one with. */
export function describeKeyUse({ routes, prefix }: RouteTable, config: Config): KeyUse {
  const areKeysAccepted = config.authenticate === undefined;
  const sample = areKeysAccepted ? routes.find(isSample) : undefined;
  return {
    areKeysAccepted,
    isApiServed: !config.disableOpenAPI,
    ...(prefix !== undefined && { prefix }),
    samplePath: sample?.path ?? null,
  };
}

/** Whether any key may call the route, and nothing has to be filled in. */
function isSample({ method, path, protect, procedure, scopes = [] }: Route): boolean {
  const { kind, input } = procedure.definition;
  if (!protect || method !== 'GET' || kind !== 'query' || scopes.length > 0 || path.includes(':'))
    return false;
  try {
    return input === undefined || z.safeParse(input, {}).success;
  } catch {
    // A schema with an asynchronous check cannot be asked here.
    return false;
  }
}
