import * as z from 'zod';
import { STOPPED } from '../definition/format-issue.js';
import type { Schema } from '../definition/schema.js';
import { LISTED_ERRORS_MAX } from '../protocol/refusal-limits.js';
import { isAboutKey } from './parse-limits.js';
import type { Context, Payload, Run } from './parse-scope.js';

type RawIssue = z.core.$ZodRawIssue;

/** Parses an intersection like zod, but in linear time: zod compares the keys of both sides pairwise. */
export function parseIntersection(left: Schema, right: Schema): Run {
  return (payload, context) => {
    const { value } = payload;
    // Neither side may stop at its first unknown key, because the other side may accept it.
    const whole = (context as Context).abortEarly ? { ...context, abortEarly: false } : context;
    const sides = [left, right].map((side) => side._zod.run({ value, issues: [] }, whole));
    return sides.some((side) => side instanceof Promise)
      ? Promise.all(sides).then((settled) => combineSides(payload, settled))
      : combineSides(payload, sides as Payload[]);
  };
}

function combineSides(payload: Payload, sides: readonly Payload[]): Payload {
  const [left, right] = sides as readonly [Payload, Payload];
  for (const { issues } of sides) payload.issues.push(...issues.filter((issue) => !isAboutKey(issue)));
  for (const issue of intersectKeyIssues(left.issues.filter(isAboutKey), right.issues.filter(isAboutKey))) {
    payload.issues.push(issue);
  }
  const merged = merge(left.value, right.value);
  if ('value' in merged) payload.value = merged.value;
  else if (!z.core.util.aborted(payload)) {
    throw new Error(`Unmergable intersection. Error path: ${JSON.stringify(merged.path)}`);
  }
  return payload;
}

/** Keeps the issues of keys that both sides reject. */
function intersectKeyIssues(left: readonly RawIssue[], right: readonly RawIssue[]): RawIssue[] {
  const rejectedLeft = new Set(left.flatMap(listKeys));
  const both = new Set(right.flatMap(listKeys).filter((key) => rejectedLeft.has(key)));
  const joined: RawIssue[] = [];
  for (const issue of [...left, ...right]) {
    const keys = listKeys(issue).filter((key) => both.delete(key));
    if (keys.length === 0) continue;
    // Issues beyond the limit are not listed.
    if (joined.length > LISTED_ERRORS_MAX) {
      joined.push({ code: STOPPED, continue: false } as never);
      break;
    }
    joined.push(issue.code === 'unrecognized_keys' ? { ...issue, keys: [...keys] } : issue);
  }
  return joined;
}

function listKeys(issue: RawIssue): readonly string[] {
  return issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path?.[0])];
}

/** The merged value, or the path at which the two values differ. */
type Merged = { readonly value: unknown } | { readonly path: readonly PropertyKey[] };

function merge(left: unknown, right: unknown): Merged {
  if (left === right) return { value: left };
  if (left instanceof Date && right instanceof Date && +left === +right) return { value: left };
  if (Array.isArray(left) && Array.isArray(right)) return mergeLists(left, right);
  if (z.core.util.isPlainObject(left) && z.core.util.isPlainObject(right)) return mergeObjects(left, right);
  return { path: [] };
}

function mergeLists(left: readonly unknown[], right: readonly unknown[]): Merged {
  if (left.length !== right.length) return { path: [] };
  const value: unknown[] = [];
  for (const [index, item] of left.entries()) {
    const merged = merge(item, right[index]);
    if (!('value' in merged)) return { path: [index, ...merged.path] };
    value.push(merged.value);
  }
  return { value };
}

type Members = Readonly<Record<PropertyKey, unknown>>;

function mergeObjects(left: Members, right: Members): Merged {
  const value: Record<string, unknown> = { ...left, ...right };
  Reflect.deleteProperty(value, '__proto__');
  for (const key of Object.keys(value)) {
    if (!Object.hasOwn(left, key) || !Object.hasOwn(right, key)) continue;
    const merged = merge(left[key], right[key]);
    if (!('value' in merged)) return { path: [key, ...merged.path] };
    value[key] = merged.value;
  }
  return { value };
}
