import type { KeyUse, SampleCall, ScopeUse } from '../../dashboard/key-use.js';
import type { Config } from '../../definition/config.js';
import { outputKindOf } from '../../definition/output-kind.js';
import { listNeededScopes, mayCall } from '../../keys/scopes.js';
import { DEFAULT_PREFIX } from '../../protocol/path-template.js';
import type { Route, RouteTable } from '../route-table.js';
import { createPlainSample, createSample } from './create-sample.js';

/** Describes keys for the dashboard: whether they open this API, which scopes exist, and a call to try one with. */
export function describeKeyUse(
  { routes, prefix = DEFAULT_PREFIX }: RouteTable,
  config: Config,
  isExplored = false,
): KeyUse {
  const areKeysAccepted = config.authenticate === undefined;
  const protectedRoutes = areKeysAccepted ? routes.filter(({ protect }) => protect) : [];
  return {
    areKeysAccepted,
    isApiServed: !config.disableOpenAPI,
    prefix,
    docsPath: isExplored ? `${prefix}/docs` : null,
    scopes: countScopes(protectedRoutes),
    findSample: (scopes) => findSample(protectedRoutes, scopes),
  };
}

function countScopes(routes: readonly Route[]): readonly ScopeUse[] {
  const uses = new Map<string, ScopeUse>();
  for (const route of routes) {
    const named = new Set(route.scopes);
    for (const name of new Set(listNeededScopes(permissionOf(route)))) {
      const { operations = 0, isNamed = false } = uses.get(name) ?? {};
      uses.set(name, { name, operations: operations + 1, isNamed: isNamed || named.has(name) });
    }
  }
  return [...uses.values()].sort((left, right) => (left.name < right.name ? -1 : 1));
}

/** Finds a call that such a key may make: if possible without values, else without path parameters, else any. */
function findSample(routes: readonly Route[], scopes: readonly string[]): SampleCall | null {
  const callable = routes.filter(
    (route) => route.method === 'GET' && !isRedirect(route) && mayCall(scopes, permissionOf(route)),
  );
  const ordered = [...callable.filter(isFixed), ...callable.filter((route) => !isFixed(route))];
  return findFirst(ordered, createPlainSample) ?? findFirst(ordered, createSample);
}

/** Returns the first one that can be created; creating one for every route would slow down each page. */
function findFirst(routes: readonly Route[], create: (route: Route) => SampleCall | null): SampleCall | null {
  for (const route of routes) {
    const sample = create(route);
    if (sample !== null) return sample;
  }
  return null;
}

/** Whether the client has a link to the route instead of a call. */
function isRedirect({ procedure }: Route): boolean {
  return outputKindOf(procedure.definition.output).kind === 'redirect';
}

function isFixed({ path }: Route): boolean {
  return !path.includes(':');
}

function permissionOf({ procedure, scopes }: Route) {
  return { kind: procedure.definition.kind, scopes };
}
