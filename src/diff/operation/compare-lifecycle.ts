import { createFinding, type Finding } from '../change.js';
import { type DescriptionNode, isTrue, readText } from '../description-node.js';
import { type Operation, printOperation } from './operation.js';

/** The extension with the sunset date of a deprecated operation, an ISO date, which oasdiff uses too. */
export const SUNSET = 'x-sunset';

/** Compares the deprecation and the sunset date of two operations. */
export function compareDeprecation(base: DescriptionNode, head: DescriptionNode): readonly Finding[] {
  const nodes = { base, head };
  const isDeprecated = isTrue(head, 'deprecated');
  const findings: Finding[] = [];
  if (isTrue(base, 'deprecated') !== isDeprecated) {
    findings.push(
      isDeprecated
        ? createFinding('operation-deprecated', 'It is deprecated.', nodes)
        : createFinding('operation-undeprecated', 'It is no longer deprecated.', nodes),
    );
  }
  const [before, after] = [readText(base, SUNSET), readText(head, SUNSET)];
  if (before === after) return findings;
  if (before === undefined)
    return [...findings, createFinding('sunset-announced', `Its sunset date is ${after}.`, nodes)];
  if (after === undefined) {
    if (isDeprecated)
      findings.push(createFinding('sunset-withdrawn', `Its sunset date, ${before}, was withdrawn.`, nodes));
    return findings;
  }
  const message = `Its sunset date is ${after}; it was ${before}.`;
  const isEarlier = Date.parse(after) < Date.parse(before);
  return [
    ...findings,
    createFinding(isEarlier ? 'sunset-moved-earlier' : 'sunset-moved-later', message, nodes),
  ];
}

/** The finding for a removed operation, whose level depends on its deprecation and sunset date. */
export function findRemovedOperation(operation: Operation, now: Date): Finding {
  const { node } = operation;
  const nodes = { base: node, head: null };
  const name = printOperation(operation);
  if (!isTrue(node, 'deprecated')) return createFinding('operation-removed', `${name} is gone.`, nodes);
  const sunset = readText(node, SUNSET);
  const sunsetAt = sunset === undefined ? Number.NaN : Date.parse(sunset);
  if (Number.isNaN(sunsetAt))
    return createFinding('deprecated-operation-removed', `${name}, deprecated, is gone.`, nodes);
  return sunsetAt > now.getTime()
    ? createFinding(
        'operation-removed-before-sunset',
        `${name} is gone; it was to stay until ${sunset}.`,
        nodes,
      )
    : createFinding('operation-removed-after-sunset', `${name} is gone, as of ${sunset}.`, nodes);
}
