import { describe, expect, it } from 'vitest';
import { parsePostgresUrl } from '../../../src/stores/postgres/parse-postgres-url.js';
import { StoreError } from '../../../src/stores/store-error.js';

describe('The URL of a store in PostgreSQL', () => {
  it.each([
    ['postgres://host/db', [{ host: 'host', port: undefined }], {}],
    ['postgresql://a@host:5433/db', [{ host: 'host', port: 5433 }], { user: 'a' }],
    ['postgres:///db', [{ host: undefined, port: undefined }], {}],
    ['postgres://u:p%40s:s@h/db', [{ host: 'h', port: undefined }], { user: 'u', password: 'p@s:s' }],
    [
      'postgres://a:1,[::1]:2,c/db',
      [
        { host: 'a', port: 1 },
        { host: '::1', port: 2 },
        { host: 'c', port: undefined },
      ],
      {},
    ],
    ['postgres://%2Ftmp%2Fsockets/db', [{ host: '/tmp/sockets', port: undefined }], {}],
    [
      'postgres:///db?host=/tmp/a,/tmp/b&port=1',
      [
        { host: '/tmp/a', port: 1 },
        { host: '/tmp/b', port: 1 },
      ],
      {},
    ],
    ['postgres://h/db?user=u&password=p%26', [{ host: 'h', port: undefined }], { user: 'u', password: 'p&' }],
    ['postgres://h/db?sslmode=disable', [{ host: 'h', port: undefined }], { ssl: false }],
    ['postgres://h/db?sslmode=require', [{ host: 'h', port: undefined }], { ssl: {} }],
    [
      'postgres://h/db?sslmode=no-verify',
      [{ host: 'h', port: undefined }],
      { ssl: { rejectUnauthorized: false } },
    ],
    ['postgres://h/db?application_name=a%20b', [{ host: 'h', port: undefined }], { applicationName: 'a b' }],
    ['postgres://h/db?target_session_attrs=read-write', [{ host: 'h', port: undefined }], {}],
  ])('%s', (url, hosts, fields) => {
    expect(parsePostgresUrl(url)).toMatchObject({ hosts, database: 'db', ...fields });
  });

  it('is named without the user, the password and the parameters', () => {
    const url = 'postgres://me:canary@a:1,[::1]/db?application_name=x';
    expect(parsePostgresUrl(url).name).toBe('postgres://a:1,[::1]/db');
  });

  it.each([
    ['postgres://u:canary@h', 'has no database'],
    ['postgres://u:canary@h/', 'has no database'],
    ['postgres://u:canary@h:0/db', 'A port is a number'],
    ['postgres://u:canary@h:65536/db', 'A port is a number'],
    ['postgres://u:canary@h:54x2/db', 'A port is a number'],
    ['postgres://u:canary@h/db?port=1,2', 'one port per host'],
    ['postgres://u:canary@h/db?connect_timeout=2', 'unknown parameter "connect_timeout"'],
    ['postgres://u:canary@h/db?sslmode=prefer', 'sslmode is'],
    ['postgres://u:canary@h/db?sslmode=disable&sslmode=require', '"sslmode" twice'],
    ['postgres://u:canary@h/db?target_session_attrs=any', 'target_session_attrs can only be'],
    ['postgres://u:canary@h/db?sslrootcert=/nowhere/ca.pem', '/nowhere/ca.pem cannot be read'],
    ['postgres://u:can%ary@h/db', 'percent-encoded'],
    ['postgres://u:%00canary@h/db', 'percent-encoded'],
    // Characters of a password that were not encoded.
    ['postgres://u:p@canary@h/db', 'Percent-encode'],
    ['postgres://u:p/canary@h/db', 'Percent-encode'],
    ['postgres://u:p?canary=1@h/db', 'Percent-encode'],
    ['postgres://u:p#canary@h/db', 'Percent-encode'],
    ['postgres:u:canary@h/db', 'Percent-encode'],
  ])('%s is refused with the cause, and without the password', (url, cause) => {
    const parse = () => parsePostgresUrl(url);
    expect(parse).toThrow(StoreError);
    expect(parse).toThrow(cause);
    expect(parse).not.toThrow(/canary/);
  });
});
