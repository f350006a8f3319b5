import { isLoopback } from './serve-settings.js';

/** Returns the URL as one types it on this machine, such as `http://localhost:3000`. */
export function printOrigin(host: string, port: number): string {
  return `http://${printHost(host)}:${port}`;
}

function printHost(host: string): string {
  if (isLoopback(host) && host !== '::1') return 'localhost';
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
