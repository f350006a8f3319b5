import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateSecret } from '../../src/keys/key-format.js';
import { createLog, redactHeaders } from '../../src/runtime/log.js';
import { codePoint } from '../code-point.js';

const CANARY = 'canary-5f2c';

/** The lines that `write` leaves in a log. */
function logged(write: (log: ReturnType<typeof createLog>) => void): string[] {
  const lines: string[] = [];
  write(createLog({ level: 'debug', destination: { write: (line) => void lines.push(line) } }));
  return lines;
}

function errorWith(fields: object): Error {
  return Object.assign(new Error('failed'), fields);
}

describe('H-15', () => {
  const headers = { authorization: `Bearer ${CANARY}`, host: 'shown' };

  it.each<[string, object]>([
    ['a field', headers],
    ['headers', { headers }],
    ['headers of a request', { req: { headers } }],
    ['headers deep inside', { a: { b: { c: [{ request: { headers } }] } } }],
    ['an error that carries its request', { err: errorWith({ config: { headers, url: 'shown' } }) }],
    ['raw headers', { rawHeaders: ['Host', 'shown', 'Authorization', `Bearer ${CANARY}`, 'X', 'shown'] }],
    [
      'raw headers after a value that names one',
      { rawHeaders: ['X', 'cookie', 'Authorization', CANARY], x: 'shown' },
    ],
    ['any spelling', { AUTHORIZATION: CANARY, 'Proxy-Authorization': CANARY, Cookie: CANARY, x: 'shown' }],
    ['cookies that are set', { 'set-cookie': [`a=${CANARY}; Path=/`, `b="]${CANARY}"`], x: 'shown' }],
    ['a value with quotes', { cookie: `a="${CANARY}"; b=\\"${CANARY}`, x: 'shown' }],
    ['a request as text', { text: `GET /shown HTTP/1.1\r\nAuthorization: Bearer ${CANARY}\r\nHost: shown` }],
    ['JSON as text', { text: `shown ${JSON.stringify({ headers: { cookie: `a="${CANARY}"` } })}` }],
    ['an inspected object', { text: `shown { authorization: 'Bearer ${CANARY}' }` }],
  ])('does not log credentials in %s', (_where, fields) => {
    const [line = '', ...rest] = logged((log) => log.error(fields, 'message'));
    expect(rest).toEqual([]);
    expect(line).not.toContain(CANARY);
    expect(line).toContain('[redacted]');
    expect(line.includes('shown') || line.includes('failed')).toBe(true);
    expect(JSON.parse(line)).toMatchObject({ level: 'error', msg: 'message' });
  });

  it('does not log a key, wherever it stands', () => {
    const key = generateSecret();
    const lines = logged((log) => {
      log.info(`Checking ${key}, ${key}`);
      log.warn({ [key]: key, url: `/x?key=${key.replace('_', '%5F')}`, list: [key] });
      log.error({ err: errorWith({ message: `No such key: "${key}"`, key }) });
    });
    expect(lines).toHaveLength(3);
    for (const line of lines) {
      expect(line).not.toContain(key.slice(4, 20));
      expect(line).toContain('pgk_[redacted]');
      JSON.parse(line);
    }
  });

  it('stays one line of JSON around what it takes out', () => {
    const text = fc.string({ unit: codePoint });
    const name = fc.constantFrom('authorization', 'Cookie', 'set-cookie');
    fc.assert(
      fc.property(fc.jsonValue(), text, text, name, (value, before, after, header) => {
        const fields = {
          value,
          [header]: `${before}${CANARY}`,
          text: `${before}${header}: ${CANARY}${after}`,
        };
        const [line = '', ...rest] = logged((log) =>
          log.info({ a: [{ ...fields }], nested: JSON.stringify(fields) }),
        );
        expect(rest).toEqual([]);
        expect(line).not.toContain(CANARY);
        expect(line.indexOf('\n')).toBe(line.length - 1);
        JSON.parse(line);
      }),
    );
  });

  it('leaves alone what is no credential', () => {
    const fields = { authorizationUrl: 'https://a', cookies: 3, cookie: null, note: 'a cookie' };
    const [line = ''] = logged((log) => log.info(fields, 'Authorization is fine'));
    expect(JSON.parse(line)).toMatchObject({ ...fields, msg: 'Authorization is fine' });
  });

  it('leaves alone what follows a value that is the name of a header', () => {
    const [line = ''] = logged((log) => log.info({ sort: 'cookie', authorization: 'set-cookie' }, 'Sorted'));
    expect(JSON.parse(line)).toMatchObject({ sort: 'cookie', authorization: '[redacted]', msg: 'Sorted' });
  });

  it('is one line an entry, whatever is in it', () => {
    const text = 'a\nb\r\nc\u2028d\u0085e\u001b[31m';
    const lines = logged((log) => {
      log.info(text);
      log.error({ err: new Error(text), [text]: text }, text);
    });
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatch(/^[ -~\u0085\u2028]*\n$/);
  });

  it('takes a megabyte in its stride', () => {
    const text = `${'"cookie",["'.repeat(50_000)}${'authorization: \\'.repeat(30_000)}`;
    const before = process.cpuUsage();
    logged((log) => log.info({ text, headers: { cookie: text } }));
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(1_000);
  });
});

describe('H-25 A credential header that is configured', () => {
  it.each<[string, object]>([
    ['headers', { headers: { 'x-token': CANARY, host: 'shown' } }],
    ['an error that carries its request', { err: errorWith({ config: { headers: { 'X-Token': CANARY } } }) }],
    ['raw headers', { rawHeaders: ['Host', 'shown', 'X-TOKEN', CANARY] }],
    ['several values', { 'x-token': [CANARY, CANARY], x: 'shown' }],
    ['a request as text', { text: `GET /shown HTTP/1.1\r\nX-Token: ${CANARY}\r\nHost: shown` }],
    ['an inspected object', { text: `shown { 'x-token': '${CANARY}' }` }],
  ])('is redacted as Authorization is, in %s', (_where, fields) => {
    const [line = ''] = logged((log) => {
      redactHeaders(log, ['X-Token']);
      redactHeaders(log, ['X-Other']);
      log.error(fields, 'message');
    });
    expect(line).not.toContain(CANARY);
    expect(line).toContain('[redacted]');
    expect(JSON.parse(line)).toMatchObject({ level: 'error', msg: 'message' });
  });

  it('is redacted in the log of its service, and not in those of others', () => {
    const [line = ''] = logged((log) => {
      redactHeaders(createLog({ destination: { write: () => {} } }), ['X-Token']);
      log.info({ 'x-token': 'shown' });
    });
    expect(line).toContain('shown');
  });
});
