import { createFinding, type Finding } from '../change.js';
import { type DescriptionNode, follow, isTrue, stepInto } from '../description-node.js';
import { compareContent } from './compare-content.js';
import { compareDocumentation } from './compare-documentation.js';
import type { SchemaUse } from './compare-used-schemas.js';

const CODES = { added: 'request-media-type-added', removed: 'request-media-type-removed' } as const;

/** Compares the request bodies of two operations. */
export function compareRequestBody(
  base: DescriptionNode,
  head: DescriptionNode,
  use: Pick<SchemaUse, 'compare' | 'direction'>,
): readonly Finding[] {
  const [before, after] = [follow(stepInto(base, 'requestBody')), follow(stepInto(head, 'requestBody'))];
  const isRequired = isTrue(after, 'required');
  if (before.value === undefined && after.value === undefined) return [];
  if (before.value === undefined) {
    const nodes = { base: null, head: after };
    return isRequired
      ? [createFinding('required-request-body-added', 'A body is now required.', nodes)]
      : [createFinding('request-body-added', 'A body is now accepted.', nodes)];
  }
  if (after.value === undefined) {
    return [
      createFinding('request-body-removed', 'The body is no longer read.', { base: before, head: null }),
    ];
  }
  const nodes = { base: before, head: after };
  const findings: Finding[] = [];
  if (isTrue(before, 'required') !== isRequired) {
    findings.push(
      isRequired
        ? createFinding('request-body-became-required', 'The body is now required.', nodes)
        : createFinding('request-body-became-optional', 'The body is now optional.', nodes),
    );
  }
  const content = [stepInto(before, 'content'), stepInto(after, 'content')] as const;
  const subject = 'Request body';
  return [
    ...findings,
    ...compareContent(...content, { ...use, subject, codes: CODES }),
    ...compareDocumentation(before, after, { subject, keywords: ['description'] }),
  ];
}
