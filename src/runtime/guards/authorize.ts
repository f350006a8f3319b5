import { mayCall } from '../../keys/scopes.js';
import { createRefusal } from '../respond/create-refusal.js';
import type { Route } from '../route-table.js';
import type { Guard } from './guard.js';

/** Prepares the guard of a protected route's scopes. A caller whose scopes nobody named may do everything. */
export function prepareAuthorization(route: Route, scheme: string): Guard {
  const permission = { kind: route.procedure.definition.kind, scopes: route.scopes };
  const headers = { 'WWW-Authenticate': `${scheme} error="insufficient_scope"${printScope(route.scopes)}` };
  return ({ principal }) => {
    const scopes = principal?.scopes;
    // To a key, no scopes are all scopes; a principal of the application's own that names none has none.
    const isAllowed = scopes === undefined || (scopes.length > 0 && mayCall(scopes, permission));
    return isAllowed ? undefined : createRefusal('FORBIDDEN', undefined, { headers });
  };
}

/** RFC 6750, section 3: the scopes that it would take, where they can stand in a quoted string. */
function printScope(scopes: readonly string[] = []): string {
  const isPrintable = scopes.length > 0 && scopes.every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope));
  return isPrintable ? `, scope="${scopes.join(' ')}"` : '';
}
