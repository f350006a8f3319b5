import { pino } from 'pino';
import type { Logger } from '../authoring/context.js';
import { describeThrown } from './describe-thrown.js';
import { createLineRedactor } from './redact-log-line.js';

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
