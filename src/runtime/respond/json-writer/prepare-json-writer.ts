import * as z from 'zod';
import { isSynchronous } from '../../../authoring/is-synchronous.js';
import type { Schema } from '../../../definition/schema.js';
import { isUuid } from './is-uuid.js';
import type { JsonWriter } from './json-writer.js';
import { escapeString } from './print-string.js';
import { WriterCode } from './writer-code.js';

/**
 * Prepares the writer of a schema's values; undefined for a schema with anything in it that is not a text, number,
 * boolean, date, literal or enum, a list or an object of these, or a union of objects that one key tells apart. It is
 * a function made for this schema, as zod's own parsers are; where code cannot be made from text there is none.
 */
export function prepareJsonWriter(schema: Schema): JsonWriter | undefined {
  // What the application wrote runs once an output, by zod.
  if (!isSynchronous(schema) || z.config().jitless) return undefined;
  const code = new WriterCode();
  const name = code.write(schema);
  const write = name === undefined ? undefined : make(name, code);
  if (!write) return undefined;
  return (value) => {
    try {
      return write(value);
    } catch {
      // A cycle, or a getter that throws: zod meets it as well, and it is told of then.
      return undefined;
    }
  };
}

function make(name: string, { functions, values }: WriterCode): JsonWriter | undefined {
  const names = ['escapeString', 'isUuid', ...values.map((_, index) => `c${index}`)];
  try {
    const factory = new Function(...names, `'use strict';\n${functions.join('\n')}\nreturn ${name};`);
    return factory(escapeString, isUuid, ...values) as JsonWriter;
  } catch {
    // The process was started with --disallow-code-generation-from-strings.
    return undefined;
  }
}
