/**
 * Returns the content security policy of the explorer's page. The page loads its own files and calls the API, but
 * cannot act on the dashboard of the same server: it sends no forms, frames nothing, and connects only to paths below
 * `prefix`. Its library needs inline styles. `hosts` are the hosts under which the browser may know the server. A host
 * that a policy cannot name, such as an IPv6 address, is replaced by the whole origin.
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
    // The library shows images, audio and video from such URLs. It only saves what may run scripts, such as documents.
    'img-src data: blob:',
    'media-src blob:',
    "frame-src 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** `host-source` of CSP 3 without a scheme, which means the scheme of the page. */
const NAMEABLE = /^[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*(?::\d+)?$/;
