import type { Finding } from '../change.js';
import { isSame } from '../json.js';
import { isTrue, type Place, stepInto } from '../place.js';
import { compareContent } from './compare-content.js';
import { compareUsedSchemas, type SchemaUse } from './compare-used-schemas.js';
import { compareWords } from './compare-words.js';
import { find } from './finding.js';
import type { Operation } from './operation.js';
import { type Parameter, printParameter, readParameters } from './parameter.js';

type ParameterUse = Pick<SchemaUse, 'compare'>;

const CODES = { added: 'request-media-type-added', removed: 'request-media-type-removed' } as const;

/** Compares what two operations take in path, query, headers and cookies. */
export function compareParameters(base: Operation, head: Operation, use: ParameterUse): readonly Finding[] {
  const [from, to] = [readParameters(base), readParameters(head)];
  const findings: Finding[] = [];
  const moved = new Set<Parameter>();
  for (const [key, before] of from) {
    const after = to.get(key);
    if (after) {
      findings.push(...compareParameter(before, after, use));
      continue;
    }
    const elsewhere = [...to].find(([other, { name }]) => name === before.name && !from.has(other))?.[1];
    if (elsewhere) moved.add(elsewhere);
    findings.push(elsewhere ? findMoved(before, elsewhere) : findRemoved(before));
  }
  for (const [key, after] of to) {
    if (from.has(key) || moved.has(after)) continue;
    findings.push(findAdded(after));
  }
  return findings;
}

function findRemoved(before: Parameter): Finding {
  const isAnnounced = isTrue(before.place, 'deprecated');
  const code = isAnnounced ? 'deprecated-parameter-removed' : 'parameter-removed';
  return find(code, `${printParameter(before)} is gone.`, { base: before.place, head: null });
}

function findMoved(before: Parameter, after: Parameter): Finding {
  const message = `${printParameter(before)} is now sent in the ${after.in}.`;
  return find('parameter-moved', message, { base: before.place, head: after.place });
}

function findAdded(after: Parameter): Finding {
  const places = { base: null, head: after.place };
  return isTrue(after.place, 'required')
    ? find('required-parameter-added', `${printParameter(after)} is new and required.`, places)
    : find('parameter-added', `${printParameter(after)} is new.`, places);
}

function compareParameter(before: Parameter, after: Parameter, use: ParameterUse): readonly Finding[] {
  const [base, head] = [before.place, after.place];
  const subject = printParameter(after);
  const own = { ...use, subject, direction: 'request' } as const;
  const at = (key: string): readonly [Place, Place] => [stepInto(base, key), stepInto(head, key)];
  return [
    ...compareStanding(before, after),
    ...compareUsedSchemas(...at('schema'), own),
    ...compareContent(...at('content'), { ...own, codes: CODES }),
    ...compareWords(base, head, { subject, keywords: ['description', 'example', 'examples'] }),
  ];
}

/** Whether it must be sent, how it is called and written, and whether it is to go. */
function compareStanding(before: Parameter, after: Parameter): readonly Finding[] {
  const places = { base: before.place, head: after.place };
  const subject = printParameter(after);
  const findings: Finding[] = [];
  if (before.name !== after.name && before.in === 'path') {
    findings.push(
      find('path-parameter-renamed', `${printParameter(before)} is called \`${after.name}\` now.`, places),
    );
  }
  const isRequired = isTrue(after.place, 'required');
  if (isTrue(before.place, 'required') !== isRequired) {
    findings.push(
      isRequired
        ? find('parameter-became-required', `${subject} is required now.`, places)
        : find('parameter-became-optional', `${subject} may be left out now.`, places),
    );
  }
  if (!isSame(before.serialization, after.serialization)) {
    findings.push(find('parameter-serialization-changed', `${subject} is written in another way.`, places));
  }
  const isDeprecated = isTrue(after.place, 'deprecated');
  if (isTrue(before.place, 'deprecated') === isDeprecated) return findings;
  const change = isDeprecated
    ? find('parameter-deprecated', `${subject} is deprecated.`, places)
    : find('parameter-undeprecated', `${subject} is no longer deprecated.`, places);
  return [...findings, change];
}
