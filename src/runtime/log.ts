import { pino } from 'pino';
import type { Logger } from '../definition/context.js';
import { redactKeys } from '../keys/key-format.js';
import { describeThrown } from './describe-thrown.js';

export interface LogOptions {
  /** `info` when absent. */
  readonly level?: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Takes whole lines; the standard output when absent. */
  readonly destination?: { write(line: string): void };
}

/**
 * A log of JSON lines that shows neither what credentials' headers say nor anything that looks like an API key. A
 * service that writes to it has it redact the headers that its configuration names, too.
 */
export function createLog({ level = 'info', destination }: LogOptions = {}): Logger {
  let redact = createLineRedactor();
  const options = {
    level,
    base: null,
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: describeThrown },
    // The printed line, because what is logged can hold credentials at any depth: errors carry requests, and causes.
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

/** How the logs that were made here are told of headers. */
const REDACTIONS = new WeakMap<Logger, (names: readonly string[]) => void>();

/**
 * Has a log redact these headers as it does `Authorization`. A log that `createLog` did not make stays as it is: nobody
 * but its application sees the lines that it prints.
 */
export function redactHeaders(log: Logger, names: readonly string[]): void {
  REDACTIONS.get(log)?.(names);
}

/** As patterns: those that carry credentials whoever configures what. */
const KNOWN = ['(?:proxy-)?authorization', '(?:set-)?cookie'];
const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
/** A quote inside a JSON string; an unescaped one would end it. */
const INNER_QUOTE = String.raw`(?:\\+"|')?`;

/**
 * Prepares what takes credentials out of a line of JSON: what their headers say, wherever they were logged, and whatever
 * looks like a key. `headers` are the names of such headers beside `Authorization` and those of cookies.
 */
function createLineRedactor(headers: Iterable<string> = []): (line: string) => string {
  const names = [...KNOWN, ...[...headers].map(escapePattern)].join('|');
  /** `"cookie":"…"` at any depth, `"set-cookie":["…","…"]`, and the pairs of `rawHeaders`: `"Cookie","…"`, no key. */
  const value = String.raw`(?:"(?:${names})",)*${STRING}(?!:)|\[(?:${STRING},?)*\]`;
  const field = new RegExp(`("(?:${names})"[:,])(?:${value})`, 'gi');
  /** `Authorization: …` inside a string, to the end of that line of its text; what was printed before may be quoted. */
  const text = new RegExp(String.raw`((?:${names})${INNER_QUOTE}\s*:\s*)(?:[^"\\]|\\[^rn])+`, 'gi');
  return (line) => redactKeys(line.replace(field, '$1"[redacted]"').replace(text, '$1[redacted]'));
}

function escapePattern(name: string): string {
  return name.replace(/[^\w-]/g, String.raw`\$&`);
}
