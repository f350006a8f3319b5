/**
 * The policy of the explorer's page. It loads its own files and calls the API, and cannot act on the dashboard of the same
 * server: it sends no forms, frames nothing, and connects to paths below `prefix` alone. Its library needs inline styles.
 * `hosts` are those that the browser may know the server by. A host that no policy can name, such as an IPv6 address,
 * is replaced by the whole origin.
 */
export function printExplorerPolicy(hosts: readonly string[], prefix: string): string {
  const list = (path: string) => {
    const sources = hosts.map((host) => (NAMEABLE.test(host) ? `${host}${path}` : "'self'"));
    return [...new Set(sources)].join(' ');
  };
  const files = list(`${prefix}/docs/`);
  return [
    "default-src 'none'",
    `script-src ${files}`,
    `style-src ${files} 'unsafe-inline'`,
    `connect-src ${list(`${prefix}/`)}`,
    // The library shows pictures, sound and films of answers so; what may run scripts, such as documents, it only saves.
    'img-src data: blob:',
    'media-src blob:',
    "frame-src 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** `host-source` of CSP 3, without a scheme: that of the page is meant then. */
const NAMEABLE = /^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*(?::\d+)?$/;
