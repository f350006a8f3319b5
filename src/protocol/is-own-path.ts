/** Whether a server answers at that path by itself, whatever the prefix of its procedures is. */
export function isOwnPath(path: string): boolean {
  return path === '/livez' || path === '/readyz' || /^\/dashboard(?:\/|$)/.test(path);
}
