import { pino } from 'pino';
import type { Logger } from '../authoring/context.js';
import { redactKeys } from '../keys/key-format.js';
import { describeThrown } from './describe-thrown.js';

export interface LogOptions {
  /** `info` when absent. */
  readonly level?: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Takes whole lines; the standard output when absent. */
  readonly destination?: { write(line: string): void };
}

const SECRET_KEYS = ['authorization', 'cookie', 'set-cookie', 'Authorization', 'Cookie', 'Set-Cookie'];

/** A log of JSON lines that shows neither credentials by their header nor anything that looks like an API key. */
export function createLog({ level = 'info', destination }: LogOptions = {}): Logger {
  const options = {
    level,
    base: null,
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { err: describeThrown },
    redact: {
      paths: SECRET_KEYS.flatMap((key) => [`["${key}"]`, `headers["${key}"]`, `*.headers["${key}"]`]),
      censor: '[redacted]',
    },
    hooks: { streamWrite: (line: string) => redactKeys(line) },
  };
  return destination ? pino(options, destination) : pino(options);
}
