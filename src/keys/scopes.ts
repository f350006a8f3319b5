/** What a caller wants to do: a procedure's kind and the scopes it names. */
export interface Permission {
  readonly kind: 'query' | 'mutation';
  readonly scopes?: readonly string[] | undefined;
}

/**
 * Whether a key with these scopes may call the procedure. Without scopes it may do all its owner may; otherwise it
 * holds every scope that the procedure names, or, where that names none, `read` for a query, `write` for a mutation.
 */
export function mayCall(keyScopes: readonly string[], permission: Permission): boolean {
  return keyScopes.length === 0 || listNeededScopes(permission).every((scope) => keyScopes.includes(scope));
}

/** The scopes that a key with scopes has to hold to call the procedure. */
export function listNeededScopes({ kind, scopes = [] }: Permission): readonly string[] {
  return scopes.length > 0 ? scopes : [kind === 'query' ? 'read' : 'write'];
}

/** Whether a key with the scopes `inner` may do nothing that one with `outer` may not. */
export function isWithinScopes(inner: readonly string[], outer: readonly string[]): boolean {
  if (outer.length === 0) return true;
  return inner.length > 0 && inner.every((scope) => outer.includes(scope));
}
