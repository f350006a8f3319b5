import { createFinding, type Finding } from '../change.js';
import { type DescriptionNode, isTrue, stepInto } from '../description-node.js';
import { isSame } from '../json.js';
import { compareContent } from './compare-content.js';
import { compareDocumentation } from './compare-documentation.js';
import { compareUsedSchemas, type SchemaUse } from './compare-used-schemas.js';
import type { Operation } from './operation.js';
import { type Parameter, printParameter, readParameters } from './parameter.js';

type ParameterUse = Pick<SchemaUse, 'compare'>;

const CODES = { added: 'request-media-type-added', removed: 'request-media-type-removed' } as const;

/** Compares the parameters in path, query, headers and cookies. */
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
  const isAnnounced = isTrue(before.node, 'deprecated');
  const code = isAnnounced ? 'deprecated-parameter-removed' : 'parameter-removed';
  return createFinding(code, `${printParameter(before)} is gone.`, { base: before.node, head: null });
}

function findMoved(before: Parameter, after: Parameter): Finding {
  const message = `${printParameter(before)} is now sent in the ${after.in}.`;
  return createFinding('parameter-moved', message, { base: before.node, head: after.node });
}

function findAdded(after: Parameter): Finding {
  const nodes = { base: null, head: after.node };
  return isTrue(after.node, 'required')
    ? createFinding('required-parameter-added', `${printParameter(after)} is new and required.`, nodes)
    : createFinding('parameter-added', `${printParameter(after)} is new.`, nodes);
}

function compareParameter(before: Parameter, after: Parameter, use: ParameterUse): readonly Finding[] {
  const [base, head] = [before.node, after.node];
  const subject = printParameter(after);
  const own = { ...use, subject, direction: 'request' } as const;
  const at = (key: string): readonly [DescriptionNode, DescriptionNode] => [
    stepInto(base, key),
    stepInto(head, key),
  ];
  return [
    ...compareDeclaration(before, after),
    ...compareUsedSchemas(...at('schema'), own),
    ...compareContent(...at('content'), { ...own, codes: CODES }),
    ...compareDocumentation(base, head, { subject, keywords: ['description', 'example', 'examples'] }),
  ];
}

/** Compares name, `required`, serialization and deprecation. */
function compareDeclaration(before: Parameter, after: Parameter): readonly Finding[] {
  const nodes = { base: before.node, head: after.node };
  const subject = printParameter(after);
  const findings: Finding[] = [];
  if (before.name !== after.name && before.in === 'path') {
    findings.push(
      createFinding(
        'path-parameter-renamed',
        `${printParameter(before)} is renamed to \`${after.name}\`.`,
        nodes,
      ),
    );
  }
  const isRequired = isTrue(after.node, 'required');
  if (isTrue(before.node, 'required') !== isRequired) {
    findings.push(
      isRequired
        ? createFinding('parameter-became-required', `${subject} is now required.`, nodes)
        : createFinding('parameter-became-optional', `${subject} is now optional.`, nodes),
    );
  }
  if (!isSame(before.serialization, after.serialization)) {
    findings.push(
      createFinding('parameter-serialization-changed', `${subject} is serialized differently.`, nodes),
    );
  }
  const isDeprecated = isTrue(after.node, 'deprecated');
  if (isTrue(before.node, 'deprecated') === isDeprecated) return findings;
  const change = isDeprecated
    ? createFinding('parameter-deprecated', `${subject} is deprecated.`, nodes)
    : createFinding('parameter-undeprecated', `${subject} is no longer deprecated.`, nodes);
  return [...findings, change];
}
