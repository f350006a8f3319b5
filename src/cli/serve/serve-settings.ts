import { CliFailure } from '../cli-failure.js';
import type { Io } from '../io.js';

export interface ServeOptions {
  readonly port?: string;
  readonly host?: string;
  readonly mode?: Mode;
  readonly store?: string;
  readonly rateLimitStore?: string;
  readonly watch?: boolean;
}

export type Mode = 'development' | 'production';

export interface ServeSettings {
  readonly host: string;
  /** `isExplicit` means that the port was requested: if it is busy, that is an error, and no other port is tried. */
  readonly port: { readonly number: number; readonly isExplicit: boolean };
  readonly mode: Mode;
  /**
   * `production mode`, with its cause if that was no flag: errors of that mode may reach a user who did not request
   * it.
   */
  readonly modeText: string;
}

const DEFAULT_PORT = 3000;
const DEFAULT_HOST = '127.0.0.1';

/**
 * Reads where and how to serve: from the flags, then the environment, then the defaults. The mode comes from `--mode`,
 * then from `NODE_ENV=production`, then from an address that others can reach.
 */
export function readServeSettings(options: ServeOptions, env: Io['env']): ServeSettings {
  const host = readHost(options.host);
  const port = readPort(options, env);
  const { mode } = options;
  if (mode !== undefined) return { host, port, mode, modeText: `${mode} mode` };
  const isProductionEnv = env.NODE_ENV === 'production';
  if (!isProductionEnv && isLoopback(host))
    return { host, port, mode: 'development', modeText: 'development mode' };
  const source = isProductionEnv ? 'NODE_ENV=production' : `--host ${host}`;
  return { host, port, mode: 'production', modeText: `production mode (implied by ${source})` };
}

function readHost(flag: string | undefined): string {
  if (flag === undefined) return DEFAULT_HOST;
  const host = flag.replace(/^\[(.+)\]$/, '$1');
  if (host === '' || /[\s/]/.test(host)) {
    throw new CliFailure(`--host must be an address or a host name, not "${flag}".`, {
      help: 'Use 127.0.0.1 for this machine only, or 0.0.0.0 for all its network interfaces.',
    });
  }
  return host === 'localhost' ? DEFAULT_HOST : host;
}

function readPort(options: ServeOptions, env: Io['env']): ServeSettings['port'] {
  if (options.port !== undefined) return { number: parsePort(options.port, '--port'), isExplicit: true };
  if (env.PORT) return { number: parsePort(env.PORT, 'PORT'), isExplicit: true };
  return { number: DEFAULT_PORT, isExplicit: false };
}

function parsePort(text: string, origin: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new CliFailure(`${origin} must be a number from 0 to 65535, not "${text}".`, {
    help: 'Use 0 for any free port.',
  });
}

/** Whether only this machine can reach the address. */
export function isLoopback(host: string): boolean {
  const address = host.toLowerCase().replace(/^::ffff:/, '');
  return address === 'localhost' || address === '::1' || /^127(\.\d{1,3}){3}$/.test(address);
}
