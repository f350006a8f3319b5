import { pino } from 'pino';
import type { Logger } from '../authoring/context.js';
import { describeThrown } from './describe-thrown.js';
import { redactLogLine } from './redact-log-line.js';

export interface LogOptions {
  /** `info` when absent. */
  readonly level?: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Takes whole lines; the standard output when absent. */
  readonly destination?: { write(line: string): void };
}

/** A log of JSON lines that shows neither what credentials' headers say nor anything that looks like an API key. */
export function createLog({ level = 'info', destination }: LogOptions = {}): Logger {
  const options = {
    level,
    base: null,
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: describeThrown },
    // The printed line, because what is logged can hold credentials at any depth: errors carry requests, and causes.
    hooks: { streamWrite: redactLogLine },
  };
  return destination ? pino(options, destination) : pino(options);
}
