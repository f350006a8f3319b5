import type { Finding } from '../change.js';
import { isTrue, type Place, readText } from '../place.js';
import { find } from './finding.js';
import { type Operation, printOperation } from './operation.js';

/** Until when a deprecated operation is served, an ISO date; procgen and oasdiff write it. */
export const SUNSET = 'x-sunset';

/** Compares whether two operations are to go, and when. */
export function compareDeprecation(base: Place, head: Place): readonly Finding[] {
  const places = { base, head };
  const isDeprecated = isTrue(head, 'deprecated');
  const findings: Finding[] = [];
  if (isTrue(base, 'deprecated') !== isDeprecated) {
    findings.push(
      isDeprecated
        ? find('operation-deprecated', 'It is deprecated.', places)
        : find('operation-undeprecated', 'It is no longer deprecated.', places),
    );
  }
  const [before, after] = [readText(base, SUNSET), readText(head, SUNSET)];
  if (before === after) return findings;
  if (before === undefined) return [...findings, find('sunset-announced', `It goes on ${after}.`, places)];
  if (after === undefined) {
    if (isDeprecated)
      findings.push(find('sunset-withdrawn', `It was to go on ${before}; no date is said any more.`, places));
    return findings;
  }
  const message = `It goes on ${after}; it was ${before}.`;
  const isEarlier = Date.parse(after) < Date.parse(before);
  return [...findings, find(isEarlier ? 'sunset-moved-earlier' : 'sunset-moved-later', message, places)];
}

/** How bad it is that an operation is gone: callers who were told so, and when, could be ready. */
export function findRemovedOperation(operation: Operation, now: Date): Finding {
  const { place } = operation;
  const places = { base: place, head: null };
  const name = printOperation(operation);
  if (!isTrue(place, 'deprecated')) return find('operation-removed', `${name} is gone.`, places);
  const sunset = readText(place, SUNSET);
  const goesAt = sunset === undefined ? Number.NaN : Date.parse(sunset);
  if (Number.isNaN(goesAt))
    return find('deprecated-operation-removed', `${name}, deprecated, is gone.`, places);
  return goesAt > now.getTime()
    ? find('operation-removed-before-sunset', `${name} is gone; it was to stay until ${sunset}.`, places)
    : find('operation-removed-after-sunset', `${name} is gone, as of ${sunset}.`, places);
}
