import type * as z from 'zod';

/** Freezes a schema with all that is inside it, zod's own parts included, but for regular expressions. */
export function deepFreeze(schema: z.core.$ZodType): void {
  const seen = new Set<unknown>();
  const queue: unknown[] = [schema];
  for (let value = queue.pop(); queue.length > 0 || value !== undefined; value = queue.pop()) {
    const isOpen = (typeof value === 'object' && value !== null) || typeof value === 'function';
    if (!isOpen || seen.has(value) || value instanceof RegExp || isBuiltIn(value)) continue;
    seen.add(value);
    // zod makes this part of a schema when it is first asked for.
    if ('_zod' in (value as object)) queue.push((value as z.ZodType)['~standard']);
    for (const key of Reflect.ownKeys(value as object)) {
      const property = Object.getOwnPropertyDescriptor(value, key);
      if (property && 'value' in property && property.value !== undefined) queue.push(property.value);
    }
    Object.freeze(value);
  }
}

/** What belongs to the language, and to every schema: classes and their prototypes. */
function isBuiltIn(value: unknown): boolean {
  if (typeof value !== 'function') return value instanceof Map || value instanceof Set;
  return /\[native code\]/.test(Function.prototype.toString.call(value)) || 'prototype' in value;
}
