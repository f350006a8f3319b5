import type { Node } from 'oxc-parser';

/** A call that returns another value each time. */
export interface UnstableRead {
  readonly source: 'clock' | 'random';
  /** The global that it reads, unless something else has that name. */
  readonly owner: string;
  readonly call: Node & { readonly type: 'CallExpression' | 'NewExpression' };
}

const SOURCES: ReadonlyMap<string, UnstableRead['source']> = new Map([
  ['Date.now', 'clock'],
  ['performance.now', 'clock'],
  ['Math.random', 'random'],
  ['crypto.randomUUID', 'random'],
  ['crypto.getRandomValues', 'random'],
]);

/** Whether a text may contain such a call. */
export const MAY_READ_UNSTABLE = /\bDate\b|\bperformance\b|\bMath\.random\b|\bcrypto\b/;

/** Returns the call if a node reads the clock or a random number, else null. */
export function findUnstableRead(node: Node): UnstableRead | null {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return null;
  const { callee } = node;
  if (callee.type === 'Identifier') {
    const isNow = callee.name === 'Date' && (node.type === 'CallExpression' || node.arguments.length === 0);
    return isNow ? { source: 'clock', owner: callee.name, call: node } : null;
  }
  if (callee.type !== 'MemberExpression' || callee.computed) return null;
  const { object, property } = callee;
  if (object.type !== 'Identifier' || property.type !== 'Identifier') return null;
  const source = SOURCES.get(`${object.name}.${property.name}`);
  return source ? { source, owner: object.name, call: node } : null;
}

/** Receives the position and the owner of each such call; returns an empty array. */
export const RECORD_READ = '$recordRead';
const RECORD_READ_CALLS = /\.\.\.\$recordRead\(\d+,\w+\),?/g;

/** Restores a part of a line that ran to how it was written. */
export function removeInstrumentation(ran: string): string {
  return ran.replace(RECORD_READ_CALLS, '');
}
