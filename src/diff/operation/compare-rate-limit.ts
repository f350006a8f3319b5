import { createFinding, type Finding } from '../change.js';
import { type DescriptionNode, readText, stepInto } from '../description-node.js';

/** The extension with an operation's rate limit, `{ class, limit, windowMs }`. */
export const RATE_LIMIT = 'x-rate-limit';

/** Compares the rate limits of two operations. */
export function compareRateLimit(base: DescriptionNode, head: DescriptionNode): readonly Finding[] {
  const [before, after] = [stepInto(base, RATE_LIMIT), stepInto(head, RATE_LIMIT)];
  const nodes = { base: before, head: after };
  const [from, to] = [readLimit(before), readLimit(after)];
  if (!from && !to) return [];
  if (!from)
    return [
      createFinding('rate-limit-added', `Calls are now limited to ${to?.text}.`, { base: null, head: after }),
    ];
  if (!to) {
    return [
      createFinding('rate-limit-removed', `Calls are no longer limited; the limit was ${from.text}.`, {
        base: before,
        head: null,
      }),
    ];
  }
  const message = `The rate limit is ${to.text}; it was ${from.text}.`;
  // Bursts count too: 10 a second is tighter than 100 a minute for a burst of 50 calls.
  if (to.limit < from.limit || to.perSecond < from.perSecond)
    return [createFinding('rate-limit-tightened', message, nodes)];
  if (to.limit > from.limit || to.perSecond > from.perSecond)
    return [createFinding('rate-limit-relaxed', message, nodes)];
  const [was, is] = [readText(before, 'class'), readText(after, 'class')];
  if (was === is) return [];
  return [
    createFinding('rate-limit-class-changed', `The rate limit class is \`${is}\`; it was \`${was}\`.`, nodes),
  ];
}

function readLimit(node: DescriptionNode): { limit: number; perSecond: number; text: string } | undefined {
  const limit = stepInto(node, 'limit').value;
  const windowMs = stepInto(node, 'windowMs').value;
  if (typeof limit !== 'number' || typeof windowMs !== 'number' || windowMs <= 0) return undefined;
  const seconds = windowMs / 1000;
  return { limit, perSecond: limit / seconds, text: `${limit} in ${seconds} s` };
}
