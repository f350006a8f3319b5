import type { Finding } from '../change.js';
import { follow, listMembers, type Place, stepInto } from '../place.js';
import { compareContent } from './compare-content.js';
import { compareHeaders } from './compare-headers.js';
import type { SchemaUse } from './compare-used-schemas.js';
import { compareWords } from './compare-words.js';
import { find } from './finding.js';

const CODES = { added: 'response-media-type-added', removed: 'response-media-type-removed' } as const;

type ResponseUse = Pick<SchemaUse, 'compare' | 'direction'>;

/** Compares what two operations answer, status by status. */
export function compareResponses(base: Place, head: Place, use: ResponseUse): readonly Finding[] {
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

function readResponses(operation: Place): ReadonlyMap<string, Place> {
  const responses = listMembers(stepInto(operation, 'responses')).filter(([key]) => !key.startsWith('x-'));
  return new Map(responses.map(([status, place]) => [status.toUpperCase(), follow(place)]));
}

/** What a status is answered with: its own response, else that of its class (`4XX`), else the default one. */
function findResponse(responses: ReadonlyMap<string, Place>, status: string): Place | undefined {
  return responses.get(status) ?? responses.get(`${status[0]}XX`) ?? responses.get('DEFAULT');
}

function compareResponse(status: string, base: Place, head: Place, use: ResponseUse): readonly Finding[] {
  const subject = status === 'DEFAULT' ? 'Default response' : `Response ${status}`;
  const own = { ...use, subject };
  return [
    ...compareHeaders(stepInto(base, 'headers'), stepInto(head, 'headers'), own),
    ...compareContent(stepInto(base, 'content'), stepInto(head, 'content'), { ...own, codes: CODES }),
    ...compareWords(base, head, { subject, keywords: ['description', 'links'] }),
  ];
}

function findRemoved(status: string, base: Place): Finding {
  const message = `The status ${status} is gone.`;
  const places = { base, head: null };
  if (status === 'DEFAULT') return find('default-response-removed', 'The default response is gone.', places);
  return find(isSuccess(status) ? 'success-status-removed' : 'failure-status-removed', message, places);
}

function findAdded(status: string, head: Place): Finding {
  const message = `The status ${status} is new.`;
  const places = { base: null, head };
  if (status === 'DEFAULT') return find('default-response-added', 'The default response is new.', places);
  return find(isSuccess(status) ? 'success-status-added' : 'failure-status-added', message, places);
}

function isSuccess(status: string): boolean {
  return status.startsWith('2') || status.startsWith('3');
}
