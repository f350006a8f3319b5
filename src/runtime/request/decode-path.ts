import * as z from 'zod';
import type { Schema } from '../../definition/schema.js';
import { BuiltInError, createFieldError } from '../../protocol/built-in-error.js';
import type { MessageKey } from '../../protocol/messages.js';
import { listParameters, parsePathTemplate } from '../../protocol/path-template.js';
import type { Route } from '../route-table.js';
import { decodeComponent } from './decode-component.js';

const CONTROL_CHARACTER = /\p{Cc}/u;

/** Converts the raw segments that the router captured to one text per parameter. */
export type PathReader = (captures: readonly string[]) => Record<string, string>;

/**
 * Prepares the reader of `route`'s path. It throws a BAD_REQUEST for broken percent-encoding and for control
 * characters, unless the schema declares a pattern that matches them.
 */
export function preparePathReader(route: Route): PathReader {
  const segments = parsePathTemplate(route.path);
  if ('error' in segments) throw new TypeError(`A router cannot serve the path "${route.path}".`);
  const parameters = listParameters(segments);
  const { input } = route.procedure.definition;
  const patterns = new Map(
    parameters.map((parameter) => [parameter, input ? listPatterns(input, parameter) : []]),
  );

  return (captures) => {
    const values: Record<string, string> = {};
    for (const [index, parameter] of parameters.entries()) {
      const value = decodeComponent(captures[index] ?? '');
      if (value === undefined) throw createPathError(parameter, 'field.encoding');
      if (
        CONTROL_CHARACTER.test(value) &&
        !patterns.get(parameter)?.some((pattern) => matches(pattern, value))
      ) {
        throw createPathError(parameter, 'field.control');
      }
      values[parameter] = value;
    }
    return values;
  };
}

/** Whether every segment of `path` is percent-encoded UTF-8. */
export function isWellEncoded(path: string): boolean {
  return decodeComponent(path) !== undefined;
}

function createPathError(parameter: string, key: MessageKey): BuiltInError {
  return new BuiltInError('BAD_REQUEST', 'input.invalid', {
    errors: [createFieldError([parameter], { key })],
  });
}

function listPatterns(schema: Schema, key: string): readonly RegExp[] {
  if (schema instanceof z.core.$ZodIntersection) {
    return [...listPatterns(schema._zod.def.left, key), ...listPatterns(schema._zod.def.right, key)];
  }
  const member = schema instanceof z.core.$ZodObject ? schema._zod.def.shape[key] : undefined;
  return (member?._zod.def.checks ?? []).flatMap((check) => {
    const { pattern } = check._zod.def as { readonly pattern?: unknown };
    return pattern instanceof RegExp ? [pattern] : [];
  });
}

function matches(pattern: RegExp, value: string): boolean {
  pattern.lastIndex = 0;
  return pattern.test(value);
}
