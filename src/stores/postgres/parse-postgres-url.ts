import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';
import { printCause, StoreError } from '../store-error.js';

export interface PostgresHost {
  /** A name, an address or, beginning with `/`, the folder of a Unix socket; absent if the URL has none. */
  readonly host?: string | undefined;
  readonly port?: number | undefined;
}

/** A parsed store URL. For missing parts `pg` uses `PGHOST`, `PGPORT`, `PGUSER`, `PGPASSWORD` and `PGSSLMODE`. */
export interface PostgresTarget {
  /** At least one, tried in this order. */
  readonly hosts: readonly [PostgresHost, ...PostgresHost[]];
  readonly database: string;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  readonly ssl?: ConnectionOptions | false | undefined;
  readonly applicationName: string;
  /** The URL for messages, without user, password and parameters. */
  readonly name: string;
}

const URL_PATTERN = /^postgres(?:ql)?:\/\/(?:([^@/?#]*)@)?([^@/?#]*)(?:\/([^@/?#]*))?(?:\?([^@#]*))?$/;

const PARAMETERS = [
  'application_name',
  'host',
  'password',
  'port',
  'sslcert',
  'sslkey',
  'sslmode',
  'sslrootcert',
  'target_session_attrs',
  'user',
] as const;

type Parameters = Readonly<Partial<Record<(typeof PARAMETERS)[number], string>>>;

const EXAMPLE = 'postgres://USER@HOST:5432/DATABASE';

/**
 * Parses a connection URL as libpq defines it, including several hosts. Throws an UNSUPPORTED `StoreError` whose
 * message contains nothing that may be part of a password.
 *
 * https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS
 */
export function parsePostgresUrl(url: string): PostgresTarget {
  const [, credentials = '', authority = '', path = '', query = ''] =
    URL_PATTERN.exec(url) ??
    refuse(`It is not of the form ${EXAMPLE}. Percent-encode @, /, ? and # in the user and the password.`);
  const parameters = parseParameters(query);
  const [user, ...password] = credentials.split(':');
  const database = decode(path) || refuse(`It has no database. Write ${EXAMPLE}.`);
  const hosts = parseHosts(authority, parameters);
  return {
    hosts,
    database,
    user: parameters.user ?? (decode(user ?? '') || undefined),
    password: parameters.password ?? (decode(password.join(':')) || undefined),
    ssl: parseTls(parameters),
    applicationName: parameters.application_name ?? 'procgen',
    name: `postgres://${hosts.map(printHost).join(',')}/${database}`,
  };
}

function parseParameters(query: string): Parameters {
  const parameters = new Map<string, string>();
  for (const pair of query.split('&').filter((pair) => pair !== '')) {
    const [name = '', ...value] = pair.split('=');
    if (!(PARAMETERS as readonly string[]).includes(name)) {
      const shown = /^\w{1,40}$/.test(name) ? ` "${name}"` : '';
      refuse(`It has an unknown parameter${shown}. The known parameters are ${PARAMETERS.join(', ')}.`);
    }
    if (parameters.has(name)) refuse(`It has the parameter "${name}" twice.`);
    parameters.set(name, decode(value.join('=')));
  }
  const attributes = parameters.get('target_session_attrs') ?? 'read-write';
  if (attributes !== 'read-write' && attributes !== 'primary')
    refuse('target_session_attrs can only be read-write: procgen uses the host that takes writes.');
  return Object.fromEntries(parameters);
}

function parseHosts(authority: string, parameters: Parameters): PostgresTarget['hosts'] {
  const ports = parameters.port?.split(',') ?? [];
  const named = (parameters.host ?? authority).split(',');
  if (ports.length > 1 && ports.length !== named.length)
    refuse('It must have one port per host, or one port for all hosts.');
  const hosts = named.map((text, index) => {
    const [, bracketed, plain = '', port] =
      /^(?:\[([^\]]*)\]|([^:]*))(?::(.*))?$/.exec(text) ?? refuse(`Write its hosts as in ${EXAMPLE}.`);
    return {
      host: decode(bracketed ?? plain) || undefined,
      port: parsePort(port ?? ports[index] ?? ports[0]),
    };
  });
  return hosts as unknown as PostgresTarget['hosts'];
}

function parsePort(text = ''): number | undefined {
  if (text === '') return undefined;
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535) refuse('A port is a number from 1 to 65535.');
  return port;
}

/** All modes but `no-verify` check the certificate and the name of the host, as pg 8 does. */
function parseTls({ sslmode, sslrootcert, sslcert, sslkey }: Parameters): PostgresTarget['ssl'] {
  const files = { ca: sslrootcert, cert: sslcert, key: sslkey };
  const read = () =>
    Object.fromEntries(
      Object.entries(files).flatMap(([name, path]) => (path === undefined ? [] : [[name, readFile(path)]])),
    );
  switch (sslmode) {
    case undefined:
      return Object.values(files).every((path) => path === undefined) ? undefined : read();
    case 'disable':
      return false;
    case 'no-verify':
      return { ...read(), rejectUnauthorized: false };
    case 'require':
    case 'verify-ca':
    case 'verify-full':
      return read();
    default:
      return refuse('sslmode is disable, require, verify-ca, verify-full or no-verify.');
  }
}

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    return refuse(`Its file ${path} cannot be read: ${printCause(cause)}.`);
  }
}

function printHost({ host = '', port }: PostgresHost): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return port === undefined ? name : `${name}:${port}`;
}

function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text);
    if (!decoded.includes('\0')) return decoded;
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
  }
  return refuse('It is not percent-encoded correctly.');
}

function refuse(reason: string): never {
  throw new StoreError('UNSUPPORTED', `The URL of the PostgreSQL store cannot be used. ${reason}`);
}
