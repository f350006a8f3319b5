import { pino } from 'pino';
import type { Logger } from '../definition/context.js';

/**
 * Something thrown as the log writes it: type, message, stack and the causes. Whatever it is, frozen or refusing to
 * be looked at, this does not throw, and tells what can be read.
 */
export function describeThrown(thrown: unknown): unknown {
  try {
    return serialize(thrown);
  } catch {
    return describeStubborn(thrown);
  }
}

function describeStubborn(thrown: unknown): unknown {
  try {
    // The serializer marks what it looks at; what is frozen can be marked in what inherits from it.
    return serialize(Object.create(thrown as object));
  } catch {
    return {
      type: readText(thrown, 'name') ?? 'unknown',
      message: readText(thrown, 'message') ?? 'What was thrown cannot be read.',
      stack: readText(thrown, 'stack') ?? '',
    };
  }
}

function serialize(thrown: unknown): unknown {
  return pino.stdSerializers.err(thrown as Error);
}

function readText(thrown: unknown, key: string): string | undefined {
  try {
    const value = (thrown as Record<string, unknown>)[key];
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Logs something thrown as an error, under `err`. Does not throw, even where the log of an application would. */
export function logThrown(log: Logger, thrown: unknown, message: string, fields: object = {}): void {
  try {
    log.error({ err: thrown, ...fields }, message);
  } catch {
    try {
      log.error({ err: describeThrown(thrown), ...fields }, message);
    } catch {
      // A log that takes nothing at all must not cost the answer.
    }
  }
}
