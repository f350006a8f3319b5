import type { Finding } from '../change.js';
import { type DescriptionNode, follow, isTrue, stepInto } from '../description-node.js';
import { compareContent } from './compare-content.js';
import type { SchemaUse } from './compare-used-schemas.js';
import { compareWords } from './compare-words.js';
import { find } from './finding.js';

const CODES = { added: 'request-media-type-added', removed: 'request-media-type-removed' } as const;

/** Compares the bodies that two operations take. */
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
      ? [find('required-request-body-added', 'A body is required now.', nodes)]
      : [find('request-body-added', 'A body may be sent now.', nodes)];
  }
  if (after.value === undefined) {
    return [find('request-body-removed', 'No body is read any more.', { base: before, head: null })];
  }
  const nodes = { base: before, head: after };
  const findings: Finding[] = [];
  if (isTrue(before, 'required') !== isRequired) {
    findings.push(
      isRequired
        ? find('request-body-became-required', 'The body is required now.', nodes)
        : find('request-body-became-optional', 'The body may be left out now.', nodes),
    );
  }
  const content = [stepInto(before, 'content'), stepInto(after, 'content')] as const;
  const subject = 'Request body';
  return [
    ...findings,
    ...compareContent(...content, { ...use, subject, codes: CODES }),
    ...compareWords(before, after, { subject, keywords: ['description'] }),
  ];
}
