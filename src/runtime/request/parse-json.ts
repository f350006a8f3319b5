import { isAscii } from 'node:buffer';
import { BuiltInError } from '../../protocol/built-in-error.js';

const JSON_DEPTH_MAX = 64;

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Parses a JSON body. Throws a BAD_REQUEST if it is malformed, nested too deep, or has a key `__proto__`. */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length > JSON_DEPTH_MAX && isTooDeep(bytes)) {
    throw new BuiltInError('BAD_REQUEST', 'body.depth', { params: { max: JSON_DEPTH_MAX } });
  }
  const text = decode(bytes);
  const value = parse(text);
  // An escape can hide the key, so a backslash also requires the check.
  if ((text.includes('__proto__') || text.includes('\\')) && hasPrototypeKey(value)) {
    throw new BuiltInError('BAD_REQUEST', 'body.key');
  }
  return value;
}

function decode(bytes: Buffer): string {
  // TextDecoder takes several times as long, and most bodies are ASCII.
  if (isAscii(bytes)) return bytes.toString('latin1');
  try {
    return UTF8.decode(bytes);
  } catch {
    throw new BuiltInError('BAD_REQUEST', 'body.utf8');
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new BuiltInError('BAD_REQUEST', 'body.json');
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** `[` and `{`, and `]` and `}`, differ only in this bit. */
const CASE_BIT = 0x20;
const OPENING = 0x7b;
const CLOSING = 0x7d;

/** Counts brackets before parsing, so that a megabyte of `[` takes a few milliseconds and no stack. */
function isTooDeep(bytes: Buffer): boolean {
  let depth = 0;
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index] as number;
    if (byte === QUOTE) {
      index += 1;
      while (index < bytes.length && bytes[index] !== QUOTE) index += bytes[index] === BACKSLASH ? 2 : 1;
    } else if ((byte | CASE_BIT) === OPENING) {
      depth += 1;
      if (depth > JSON_DEPTH_MAX) return true;
    } else if ((byte | CASE_BIT) === CLOSING) depth -= 1;
  }
  return false;
}

function hasPrototypeKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(hasPrototypeKey);
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasPrototypeKey);
}
