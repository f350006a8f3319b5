import * as z from 'zod';
import type { Schema } from '../../definition/schema.js';
import { type CheckDef, listChecks } from './describe-checks.js';
import { printPattern } from './print-pattern.js';
import { isLiteralDate, readStable } from './read-stable.js';
import { findNamedParent } from './zod-schema.js';

/** Returns one sentence for each check that JSON Schema cannot express, in order and without duplicates. */
export function listNotes(schema: Schema): readonly string[] {
  const checks = listChecks(schema);
  if (checks.length === 0) return [];
  const named = findNamedParent(schema);
  // A named schema describes its own checks; a refinement of it inherits them.
  const inherited = named ? listChecks(named) : [];
  const own = checks.filter((check) => !inherited.includes(check));
  const described =
    schema._zod.def.type === 'file' ? own.filter(({ check }) => !check?.includes('size')) : own;
  return [...new Set(described.flatMap(describeCheck))];
}

function describeCheck(def: CheckDef): readonly string[] {
  switch (def.check) {
    case 'greater_than':
    case 'less_than':
      return describeBound(def);
    case 'multiple_of':
      return typeof def.value === 'bigint' ? [`A multiple of ${def.value}.`] : [];
    case 'bigint_format':
      return [
        def.format === 'uint64' ? 'At least 0 and less than 2^64.' : 'At least -2^63 and less than 2^63.',
      ];
    case 'min_size':
    case 'max_size':
    case 'size_equals':
      return ['Equal items count once.'];
    case 'string_format':
      return describeFormat(def);
    case 'custom':
    case 'property':
    case 'properties':
      return [describeCustom(def)];
    default:
      return [];
  }
}

function describeBound({ check, value, inclusive = true }: CheckDef): readonly string[] {
  const isLeast = check === 'greater_than';
  if (typeof value === 'bigint') {
    const words = inclusive ? (isLeast ? 'At least' : 'At most') : isLeast ? 'Greater than' : 'Less than';
    return [`${words} ${value}.`];
  }
  if (!(value instanceof Date) || !isLiteralDate(value)) return [];
  const words = inclusive ? (isLeast ? 'Not before' : 'Not after') : isLeast ? 'After' : 'Before';
  return [`${words} ${value.toISOString()}.`];
}

function describeFormat({ format, pattern, hostname, protocol, alg, fn }: CheckDef): readonly string[] {
  const notes: string[] = [];
  if (protocol) notes.push(describePart('scheme', protocol, z.regexes.httpProtocol, 'http or https'));
  if (hostname) notes.push(describePart('host', hostname, z.regexes.domain, 'a domain name'));
  if (alg) notes.push(`Its algorithm is ${alg}.`);
  if (pattern && printPattern(pattern) === undefined) notes.push(`Matches \`${pattern}\`.`);
  // A custom format that is defined by a function.
  if (typeof fn === 'function' && !pattern && format) notes.push(OPAQUE_CHECK);
  return notes;
}

/** Describes a part of a URL, in words if the pattern is one of zod's own. */
function describePart(part: string, pattern: RegExp, known: RegExp, words: string): string {
  return pattern.source === known.source ? `Its ${part} is ${words}.` : `Its ${part} matches \`${pattern}\`.`;
}

const OPAQUE_CHECK = 'Must also pass a check that a schema cannot state.';

/** Quotes the error message of a check if it is always the same. */
function describeCustom({ error }: CheckDef): string {
  const isFixed = typeof error === 'function' && error.length === 0;
  const value = isFixed ? readStable(() => (error as () => unknown)())?.value : undefined;
  const message =
    typeof value === 'object' && value !== null ? (value as { message?: unknown }).message : value;
  const text = typeof message === 'string' ? message.replace(/\s+/g, ' ').trim() : '';
  if (text === '') return OPAQUE_CHECK;
  return `Must also pass a check: "${text}"${/[.!?]$/.test(text) ? '' : '.'}`;
}
