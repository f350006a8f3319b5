import { isLoopback } from './serve-settings.js';

/** `http://localhost:3000`: the address as somebody on this machine would type it. */
export function printOrigin(host: string, port: number): string {
  return `http://${printHost(host)}:${port}`;
}

function printHost(host: string): string {
  if (isLoopback(host) && host !== '::1') return 'localhost';
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
