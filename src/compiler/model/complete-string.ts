import type * as z from 'zod';
import type { Schema } from '../../definition/schema.js';
import { printPattern, printWords } from './print-pattern.js';

const GROUP = '[0-9a-fA-F]{1,4}';
const BYTE = '(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const IPV4 = `${BYTE}(?:\\.${BYTE}){3}`;
/** RFC 4291, 2.2: eight groups, `::` once for some of them, the last two as an IPv4 address where one likes. */
const IPV6 = [
  `(?:${GROUP}:){7}${GROUP}`,
  `(?:${GROUP}:){1,7}:`,
  ...[1, 2, 3, 4, 5, 6].map((tail) => `(?:${GROUP}:){1,${7 - tail}}(?::${GROUP}){1,${tail}}`),
  `:(?::${GROUP}){1,7}`,
  '::',
  `(?:${GROUP}:){6}${IPV4}`,
  `(?:${GROUP}:){1,5}:${IPV4}`,
  ...[1, 2, 3, 4].map((tail) => `(?:${GROUP}:){1,${5 - tail}}(?::${GROUP}){1,${tail}}:${IPV4}`),
  `:(?::${GROUP}){0,5}:${IPV4}`,
].join('|');

/** What zod's checks of a format take where its own pattern takes less. */
const PATTERNS: Readonly<Record<string, string>> = {
  ipv6: `^(?:${IPV6})$`,
  cidrv6: `^(?:${IPV6})/(?:12[0-8]|1[01][0-9]|[1-9]?[0-9])$`,
};

/** Checks that zod calls formats, and that a pattern says. */
const CHECKS = new Set(['starts_with', 'ends_with', 'includes', 'lowercase', 'uppercase']);

/** Completes the JSON Schema of a string: patterns without flags, and formats and patterns that say what zod takes. */
export function completeString(schema: Schema, json: Record<string, unknown>): void {
  for (const { format = '', pattern } of listFormats(schema)) {
    if (json.format === format && CHECKS.has(format)) delete json.format;
    // The format is that of RFC 3339, which knows no fractions of a second; the pattern says it all.
    if (format === 'duration') delete json.format;
    if (pattern) replacePattern(json, pattern.source, PATTERNS[format] ?? printPattern(pattern));
  }
}

/** Completes the JSON Schema of a template literal. */
export function completePattern(schema: Schema, json: Record<string, unknown>): void {
  const { pattern } = schema._zod;
  if (pattern) replacePattern(json, pattern.source, printPattern(pattern));
}

/** Completes the input side of a pipe: zod remembers which words its `stringbool()` takes. */
export function completeWords(schema: Schema, json: Record<string, unknown>): void {
  const { truthy, falsy, case: letters } = schema._zod.bag as Partial<Record<string, unknown>>;
  if (!Array.isArray(truthy) || !Array.isArray(falsy)) return;
  const pattern = printWords([...truthy, ...falsy], letters === 'sensitive');
  if (pattern !== undefined) json.pattern = pattern;
}

/** The patterns that a string's own checks match. */
export function listPatterns(schema: Schema): readonly RegExp[] {
  return listFormats(schema).flatMap(({ pattern }) => pattern ?? []);
}

interface FormatDef {
  readonly format?: string;
  readonly pattern?: RegExp;
}

function listFormats(schema: Schema): readonly FormatDef[] {
  const def = schema._zod.def as unknown as FormatDef & { readonly checks?: readonly z.core.$ZodCheck[] };
  return [def, ...(def.checks ?? []).map((check) => check._zod.def as unknown as FormatDef)];
}

function replacePattern(json: Record<string, unknown>, before: string, after: string | undefined): void {
  if (json.pattern === before) {
    if (after === undefined) delete json.pattern;
    else json.pattern = after;
  }
  if (!Array.isArray(json.allOf)) return;
  const parts = (json.allOf as readonly { pattern?: string }[]).flatMap((part) => {
    if (part.pattern !== before) return [part];
    return after === undefined ? [] : [{ ...part, pattern: after }];
  });
  if (parts.length > 0) json.allOf = parts;
  else delete json.allOf;
}
