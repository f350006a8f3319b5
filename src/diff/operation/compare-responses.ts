import { createFinding, type Finding } from '../change.js';
import { type DescriptionNode, follow, listMembers, stepInto } from '../description-node.js';
import { compareContent } from './compare-content.js';
import { compareDocumentation } from './compare-documentation.js';
import { compareHeaders } from './compare-headers.js';
import type { SchemaUse } from './compare-used-schemas.js';

const CODES = { added: 'response-media-type-added', removed: 'response-media-type-removed' } as const;

type ResponseUse = Pick<SchemaUse, 'compare' | 'direction'>;

/** Compares the responses of two operations by status. */
export function compareResponses(
  base: DescriptionNode,
  head: DescriptionNode,
  use: ResponseUse,
): readonly Finding[] {
  const [from, to] = [readResponses(base), readResponses(head)];
  const findings: Finding[] = [];
  for (const [status, before] of from) {
    const after = findResponse(to, status);
    if (after) findings.push(...compareResponse(status, before, after, use));
    else findings.push(findRemoved(status, before));
  }
  for (const [status, after] of to) {
    if (from.has(status)) continue;
    const general = findResponse(from, status);
    if (general) findings.push(...compareResponse(status, general, after, use));
    else findings.push(findAdded(status, after));
  }
  return findings;
}

function readResponses(operation: DescriptionNode): ReadonlyMap<string, DescriptionNode> {
  const responses = listMembers(stepInto(operation, 'responses')).filter(([key]) => !key.startsWith('x-'));
  return new Map(responses.map(([status, node]) => [status.toUpperCase(), follow(node)]));
}

/** The response of a status: its own, else that of its class (`4XX`), else the default one. */
function findResponse(
  responses: ReadonlyMap<string, DescriptionNode>,
  status: string,
): DescriptionNode | undefined {
  return responses.get(status) ?? responses.get(`${status[0]}XX`) ?? responses.get('DEFAULT');
}

function compareResponse(
  status: string,
  base: DescriptionNode,
  head: DescriptionNode,
  use: ResponseUse,
): readonly Finding[] {
  const subject = status === 'DEFAULT' ? 'Default response' : `Response ${status}`;
  const own = { ...use, subject };
  return [
    ...compareHeaders(stepInto(base, 'headers'), stepInto(head, 'headers'), own),
    ...compareContent(stepInto(base, 'content'), stepInto(head, 'content'), { ...own, codes: CODES }),
    ...compareDocumentation(base, head, { subject, keywords: ['description', 'links'] }),
  ];
}

function findRemoved(status: string, base: DescriptionNode): Finding {
  const message = `The status ${status} is gone.`;
  const nodes = { base, head: null };
  if (status === 'DEFAULT')
    return createFinding('default-response-removed', 'The default response is gone.', nodes);
  return createFinding(
    isSuccess(status) ? 'success-status-removed' : 'failure-status-removed',
    message,
    nodes,
  );
}

function findAdded(status: string, head: DescriptionNode): Finding {
  const message = `The status ${status} is new.`;
  const nodes = { base: null, head };
  if (status === 'DEFAULT')
    return createFinding('default-response-added', 'The default response is new.', nodes);
  return createFinding(isSuccess(status) ? 'success-status-added' : 'failure-status-added', message, nodes);
}

function isSuccess(status: string): boolean {
  return status.startsWith('2') || status.startsWith('3');
}
