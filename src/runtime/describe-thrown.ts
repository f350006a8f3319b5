import { pino } from 'pino';
import type { Logger } from '../definition/context.js';

/**
 * Serializes a thrown value for the log: type, message, stack and causes. Never throws, even for a frozen object or one
 * with throwing getters, and includes what can be read.
 */
export function describeThrown(thrown: unknown): unknown {
  try {
    return serialize(thrown);
  } catch {
    return describeUnserializable(thrown);
  }
}

function describeUnserializable(thrown: unknown): unknown {
  try {
    // The serializer marks the objects it visits; a frozen one is marked on an object that inherits from it.
    return serialize(Object.create(thrown as object));
  } catch {
    return {
      type: readText(thrown, 'name') ?? 'unknown',
      message: readText(thrown, 'message') ?? 'The thrown value cannot be read.',
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

/** Logs a thrown value as an error, under `err`. Never throws, even if the application's log does. */
export function logThrown(log: Logger, thrown: unknown, message: string, fields: object = {}): void {
  try {
    log.error({ err: thrown, ...fields }, message);
  } catch {
    try {
      log.error({ err: describeThrown(thrown), ...fields }, message);
    } catch {
      // A log that always throws must not prevent the response.
    }
  }
}
