/** The path of a key's page, or of an action on the key. */
export function keyPath(id: string, action = ''): string {
  return `/dashboard/api-keys/${encodeURIComponent(id)}${action && `/${action}`}`;
}
