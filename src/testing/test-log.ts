import type { Logger } from '../definition/context.js';
import { createLog } from '../runtime/log.js';

/** Prints warnings and errors to the console (stderr), one line each, so that test runners show them with the test. */
export function createTestLog(): Logger {
  return createLog({ level: 'warn', destination: { write: (line) => console.error(printEntry(line)) } });
}

/** A thrown value in the format of the log. */
interface Thrown {
  readonly type?: string;
  readonly message?: string;
  readonly stack?: string;
}

/** Formats a log line: `procgen error: request failed: TypeError: No disk. at save (/app/items.ts:3:9) {…}`. */
function printEntry(line: string): string {
  const { level, msg, err, time: _, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const parts = [`procgen ${level}: ${msg}`];
  if (err !== undefined) {
    const { type = 'thrown', message = JSON.stringify(err), stack = '' } = Object(err) as Thrown;
    parts[0] += `: ${type}: ${message}`;
    const frames = [...stack.matchAll(/^\s+(at .+)$/gm)].map(([, text = '']) => text);
    const frame = frames.find((own) => !/node_modules|node:/.test(own)) ?? frames[0];
    if (frame !== undefined) parts.push(frame);
  }
  if (Object.keys(fields).length > 0) parts.push(JSON.stringify(fields));
  return parts.join(' ').replace(/\s*\n\s*/g, ' ');
}
