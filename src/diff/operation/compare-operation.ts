import { createFinding, type Finding } from '../change.js';
import { type DescriptionNode, follow, isTrue, stepInto } from '../description-node.js';
import { isSame } from '../json.js';
import type { SchemaComparison } from '../schema/create-schema-comparison.js';
import { compareDocumentation } from './compare-documentation.js';
import { compareDeprecation, SUNSET } from './compare-lifecycle.js';
import { compareParameters } from './compare-parameters.js';
import { compareRateLimit, RATE_LIMIT } from './compare-rate-limit.js';
import { compareRequestBody } from './compare-request-body.js';
import { compareResponses } from './compare-responses.js';
import { compareSecurity } from './compare-security.js';
import { compareServers } from './compare-servers.js';
import { type Operation, printOperation } from './operation.js';
import { readParameters, takesIdempotencyKey } from './parameter.js';

const DOCUMENTATION_KEYWORDS = ['summary', 'description', 'tags', 'externalDocs'];

/** Compares two operations. In a webhook, subscribers respond, so the directions are swapped. */
export function compareOperation(
  base: Operation,
  head: Operation,
  options: { readonly compare: SchemaComparison; readonly isWebhook: boolean },
): readonly Finding[] {
  const { compare, isWebhook } = options;
  const nodes = { base: base.node, head: head.node };
  const [inward, outward] = isWebhook
    ? (['response', 'request'] as const)
    : (['request', 'response'] as const);
  return [
    ...compareIdentity(base, head),
    ...compareDeprecation(base.node, head.node),
    ...compareSecurity(base, head),
    ...compareRateLimit(base.node, head.node),
    ...compareIdempotency(base, head),
    ...(isWebhook ? [] : compareInput(base, head)),
    ...compareParameters(base, head, { compare }),
    ...compareRequestBody(base.node, head.node, { compare, direction: inward }),
    ...compareResponses(base.node, head.node, { compare, direction: outward }),
    ...compareServers(base.node, head.node),
    ...(isSame(stepInto(base.node, 'callbacks').value, stepInto(head.node, 'callbacks').value)
      ? []
      : [createFinding('callback-changed', 'The callbacks changed.', nodes)]),
    ...compareDocumentation(base.node, head.node, {
      subject: 'Documentation',
      keywords: DOCUMENTATION_KEYWORDS,
      besides: [RATE_LIMIT, SUNSET],
    }),
  ];
}

function compareIdempotency(base: Operation, head: Operation): readonly Finding[] {
  const nodes = { base: base.node, head: head.node };
  const [before, after] = [takesIdempotencyKey(base), takesIdempotencyKey(head)];
  if (before === after) return [];
  return before
    ? [createFinding('idempotency-key-removed', '`Idempotency-Key` no longer has an effect.', nodes)]
    : [createFinding('idempotency-key-added', '`Idempotency-Key` is now supported.', nodes)];
}

/** Compares whether generated methods take an input, which precedes the call options. */
function compareInput(base: Operation, head: Operation): readonly Finding[] {
  const [from, to] = [readInput(base), readInput(head)];
  const nodes = { base: base.node, head: head.node };
  if (from.length === 0 && to.length > 0 && !to.some((node) => isTrue(node, 'required'))) {
    return [createFinding('input-added', 'It now takes an input.', nodes)];
  }
  // The removal of an input that is not deprecated is reported as breaking elsewhere.
  if (from.length > 0 && to.length === 0 && from.every((node) => isTrue(node, 'deprecated'))) {
    return [createFinding('input-removed', 'It no longer takes an input.', nodes)];
  }
  return [];
}

function readInput(operation: Operation): readonly DescriptionNode[] {
  const parameters = [...readParameters(operation).values()].map(({ node }) => node);
  const body = follow(stepInto(operation.node, 'requestBody'));
  return body.value === undefined ? parameters : [...parameters, body];
}

/** Compares method, path and operationId. */
function compareIdentity(base: Operation, head: Operation): readonly Finding[] {
  const nodes = { base: base.node, head: head.node };
  const findings: Finding[] = [];
  if (base.route !== head.route) {
    findings.push(createFinding('operation-moved', `It was ${printOperation(base)}.`, nodes));
  }
  if (base.id === head.id) return findings;
  if (base.id === undefined)
    return [...findings, createFinding('operation-id-added', `Its operationId is \`${head.id}\`.`, nodes)];
  const is = head.id === undefined ? 'It no longer has an operationId' : `Its operationId is \`${head.id}\``;
  return [...findings, createFinding('operation-id-changed', `${is}; it was \`${base.id}\`.`, nodes)];
}
