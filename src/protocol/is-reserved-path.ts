/** Whether the path is one of the server's own: a probe or the dashboard. */
export function isReservedPath(path: string): boolean {
  return path === '/livez' || path === '/readyz' || /^\/dashboard(?:\/|$)/.test(path);
}
