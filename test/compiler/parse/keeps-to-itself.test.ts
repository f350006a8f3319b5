import { describe, expect, test } from 'vitest';
import { isStateless } from '../../../src/compiler/parse/keeps-to-itself.js';

describe('a shared module', () => {
  test.each([
    'let count = 0;',
    'export const next = (() => {\n  let count = 0;\n  return () => count;\n})();',
    'export const state = { count: 0 };\nexport const next = () => state.count++;',
    'export const state = { count: 0 };\nexport const next = () => { state.count += 1; };',
    'export const state = { last: "" };\nexport const note = (name: string) => { state.last = name; };',
    'const seen: Record<string, true> = { a: true };\nexport const note = (name: string) => { seen[name] = true; };',
    'const names = ["a"];\nexport const note = (name: string) => names.push(name);',
    'const names = new Map([["a", 1]]);',
    'export class Ids { static last = 0; }',
    'const known = {};',
  ])('that can change is told: %s', (text) => {
    expect(isStateless(text)).toBe(false);
  });

  test.each([
    "import * as z from 'zod';\nexport const User = z.object({ id: z.uuid() }).meta({ id: 'User' });",
    'export const limits: string[] = ["a"];\nexport const isLimit = (name: string) => limits.includes(name);',
    'export const Tags = z.set(z.string());',
    'export const log = (value: unknown) => value ?? 1;',
    'export const same = (left: number, right: number) => left === right || left >= right;',
  ])('that only makes things is none: %s', (text) => {
    expect(isStateless(text)).toBe(true);
  });
});
