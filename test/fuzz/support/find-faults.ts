import type { Answer } from './ask.js';

/** What the server owes its callers beside what the description says; of these an operation need not tell. */
const ALWAYS_POSSIBLE = [404, 405];

/**
 * What is wrong with an answer, whatever was asked: a 5xx, a body that is not JSON, a failure without its envelope, a
 * missing header of every answer. Of an operation's answer too: a status that the description does not have, leave to store it.
 */
export function findFaults(answer: Answer, documented: readonly number[] | null = null): readonly string[] {
  const { status, headers, body } = answer;
  const faults: string[] = [];
  if (status >= 500 || status < 200) faults.push(`The status is ${status}.`);
  if (documented && ![...documented, ...ALWAYS_POSSIBLE].includes(status)) {
    faults.push(`The status ${status} is not documented.`);
  }
  if (documented && !/^no-(store|cache)$/.test(String(headers['cache-control']))) {
    faults.push(`The header cache-control is ${headers['cache-control']}.`);
  }
  if (body !== '') faults.push(...findBodyFaults(status, headers['content-type'], body));
  for (const [name, expected] of Object.entries(EVERY_ANSWER)) {
    if (!expected.test(String(headers[name] ?? ''))) faults.push(`The header ${name} is ${headers[name]}.`);
  }
  return faults;
}

const EVERY_ANSWER = {
  'x-content-type-options': /^nosniff$/,
  'x-request-id': /^[A-Za-z0-9._-]{1,64}$/,
};

function findBodyFaults(status: number, type: unknown, body: string): string[] {
  if (!/^application\/json/.test(String(type))) return [`The content type is ${type}.`];
  try {
    const { success, message } = (JSON.parse(body) ?? {}) as { success?: unknown; message?: unknown };
    const isEnvelope = success === false && typeof message === 'string';
    return status >= 400 && !isEnvelope ? ['The failure has no envelope.'] : [];
  } catch {
    return ['The body is not JSON.'];
  }
}
