import { pino } from 'pino';
import type { Logger } from '../definition/context.js';
import { redactKeys } from '../keys/key-format.js';
import { describeThrown } from './describe-thrown.js';

export interface LogOptions {
  /** `info` when absent. */
  readonly level?: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Receives whole lines; the standard output when absent. */
  readonly destination?: { write(line: string): void };
}

/**
 * Creates a log of JSON lines without the values of credential headers and without anything that looks like an API key.
 * A service that writes to it adds the headers named in its configuration.
 */
export function createLog({ level = 'info', destination }: LogOptions = {}): Logger {
  let redact = createLineRedactor();
  const options = {
    level,
    base: null,
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: describeThrown, error: describeThrown },
    // Redacts the printed line, since credentials can be at any depth: errors have requests and causes.
    hooks: { streamWrite: (line: string) => redact(line) },
  };
  const log = destination ? pino(options, destination) : pino(options);
  const headers = new Set<string>();
  REDACTIONS.set(log, (names) => {
    for (const name of names) headers.add(name.toLowerCase());
    redact = createLineRedactor(headers);
  });
  return log;
}

/** Adds headers to logs that were created here. */
const REDACTIONS = new WeakMap<Logger, (names: readonly string[]) => void>();

/**
 * Makes a log redact these headers like `Authorization`. A log that `createLog` did not create is unchanged: redaction
 * is up to its application.
 */
export function redactHeaders(log: Logger, names: readonly string[]): void {
  REDACTIONS.get(log)?.(names);
}

/** Patterns of headers that always carry credentials. */
const KNOWN = ['(?:proxy-)?authorization', '(?:set-)?cookie'];
const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
/** A quote inside a JSON string. An unescaped one would end the string. */
const INNER_QUOTE = String.raw`(?:\\+"|')?`;

/**
 * Prepares the redaction of a JSON line: the values of credential headers, wherever they were logged, and everything
 * that looks like a key. `headers` are the names of such headers besides `Authorization` and those of cookies.
 */
function createLineRedactor(headers: Iterable<string> = []): (line: string) => string {
  const names = [...KNOWN, ...[...headers].map(escapePattern)].join('|');
  /** Matches `"cookie":"…"` at any depth, `"set-cookie":["…","…"]`, and `"Cookie","…"` of `rawHeaders`, but no key. */
  const value = String.raw`(?:"(?:${names})",)*${STRING}(?!:)|\[(?:${STRING},?)*\]`;
  const field = new RegExp(`("(?:${names})"[:,])(?:${value})`, 'gi');
  /** Matches `Authorization: …` inside a string up to the end of its line; text printed before may be quoted. */
  const text = new RegExp(String.raw`((?:${names})${INNER_QUOTE}\s*:\s*)(?:[^"\\]|\\[^rn])+`, 'gi');
  return (line) => redactKeys(line.replace(field, '$1"[redacted]"').replace(text, '$1[redacted]'));
}

function escapePattern(name: string): string {
  return name.replace(/[^\w-]/g, String.raw`\$&`);
}
