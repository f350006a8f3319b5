import type { Finding } from '../change.js';
import { type DescriptionNode, isTrue, readText } from '../description-node.js';
import { find } from './finding.js';
import { type Operation, printOperation } from './operation.js';

/** Until when a deprecated operation is served, an ISO date; procgen and oasdiff write it. */
export const SUNSET = 'x-sunset';

/** Compares whether two operations are to go, and when. */
export function compareDeprecation(base: DescriptionNode, head: DescriptionNode): readonly Finding[] {
  const nodes = { base, head };
  const isDeprecated = isTrue(head, 'deprecated');
  const findings: Finding[] = [];
  if (isTrue(base, 'deprecated') !== isDeprecated) {
    findings.push(
      isDeprecated
        ? find('operation-deprecated', 'It is deprecated.', nodes)
        : find('operation-undeprecated', 'It is no longer deprecated.', nodes),
    );
  }
  const [before, after] = [readText(base, SUNSET), readText(head, SUNSET)];
  if (before === after) return findings;
  if (before === undefined) return [...findings, find('sunset-announced', `It goes on ${after}.`, nodes)];
  if (after === undefined) {
    if (isDeprecated)
      findings.push(find('sunset-withdrawn', `It was to go on ${before}; no date is said any more.`, nodes));
    return findings;
  }
  const message = `It goes on ${after}; it was ${before}.`;
  const isEarlier = Date.parse(after) < Date.parse(before);
  return [...findings, find(isEarlier ? 'sunset-moved-earlier' : 'sunset-moved-later', message, nodes)];
}

/** How bad it is that an operation is gone: callers who were told so, and when, could be ready. */
export function findRemovedOperation(operation: Operation, now: Date): Finding {
  const { node } = operation;
  const nodes = { base: node, head: null };
  const name = printOperation(operation);
  if (!isTrue(node, 'deprecated')) return find('operation-removed', `${name} is gone.`, nodes);
  const sunset = readText(node, SUNSET);
  const goesAt = sunset === undefined ? Number.NaN : Date.parse(sunset);
  if (Number.isNaN(goesAt))
    return find('deprecated-operation-removed', `${name}, deprecated, is gone.`, nodes);
  return goesAt > now.getTime()
    ? find('operation-removed-before-sunset', `${name} is gone; it was to stay until ${sunset}.`, nodes)
    : find('operation-removed-after-sunset', `${name} is gone, as of ${sunset}.`, nodes);
}
