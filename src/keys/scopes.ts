/** What a call needs: the kind of the procedure and its scopes. */
export interface Permission {
  readonly kind: 'query' | 'mutation';
  readonly scopes?: readonly string[] | undefined;
}

/**
 * Whether a key with these scopes may call the procedure. A key without scopes has all rights of its owner. Otherwise
 * it needs every scope of the procedure, or, if that has none, `read` for a query and `write` for a mutation.
 */
export function mayCall(keyScopes: readonly string[], permission: Permission): boolean {
  return keyScopes.length === 0 || listNeededScopes(permission).every((scope) => keyScopes.includes(scope));
}

/** The scopes that a key with scopes needs to call the procedure. */
export function listNeededScopes({ kind, scopes = [] }: Permission): readonly string[] {
  return scopes.length > 0 ? scopes : [kind === 'query' ? 'read' : 'write'];
}

/** Whether a key with the scopes `inner` has no rights beyond those of a key with `outer`. */
export function isWithinScopes(inner: readonly string[], outer: readonly string[]): boolean {
  if (outer.length === 0) return true;
  return inner.length > 0 && inner.every((scope) => outer.includes(scope));
}
