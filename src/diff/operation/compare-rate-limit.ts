import type { Finding } from '../change.js';
import { type DescriptionNode, readText, stepInto } from '../description-node.js';
import { find } from './finding.js';

/** How often an operation may be called, as procgen writes it: `{ class, limit, windowMs }`. */
export const RATE_LIMIT = 'x-rate-limit';

/** Compares how often two operations may be called by one caller. */
export function compareRateLimit(base: DescriptionNode, head: DescriptionNode): readonly Finding[] {
  const [before, after] = [stepInto(base, RATE_LIMIT), stepInto(head, RATE_LIMIT)];
  const nodes = { base: before, head: after };
  const [from, to] = [readLimit(before), readLimit(after)];
  if (!from && !to) return [];
  if (!from)
    return [find('rate-limit-added', `Calls are limited now: ${to?.text}.`, { base: null, head: after })];
  if (!to) {
    return [
      find('rate-limit-removed', `Calls are no longer limited; it was ${from.text}.`, {
        base: before,
        head: null,
      }),
    ];
  }
  const message = `The limit of calls is ${to.text}; it was ${from.text}.`;
  // A burst counts as much as the rate: 10 a second is less than 100 a minute for who calls 50 times at once.
  if (to.limit < from.limit || to.perSecond < from.perSecond)
    return [find('rate-limit-tightened', message, nodes)];
  if (to.limit > from.limit || to.perSecond > from.perSecond)
    return [find('rate-limit-relaxed', message, nodes)];
  const [was, is] = [readText(before, 'class'), readText(after, 'class')];
  if (was === is) return [];
  return [find('rate-limit-class-changed', `Calls are counted as \`${is}\`; it was \`${was}\`.`, nodes)];
}

function readLimit(node: DescriptionNode): { limit: number; perSecond: number; text: string } | undefined {
  const limit = stepInto(node, 'limit').value;
  const windowMs = stepInto(node, 'windowMs').value;
  if (typeof limit !== 'number' || typeof windowMs !== 'number' || windowMs <= 0) return undefined;
  const seconds = windowMs / 1000;
  return { limit, perSecond: limit / seconds, text: `${limit} in ${seconds} s` };
}
