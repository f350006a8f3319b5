import type { ModuleReader } from './module-reader.js';
import type { ReaderCall } from './reader-message.js';

/** Puts the question to a reader. */
export function runCall(reader: ModuleReader, { method, module, live }: ReaderCall): Promise<unknown> {
  return method === 'isolate' ? reader.isolate(module, live) : reader[method](module);
}
