import type { Finding } from '../change.js';
import { isSame } from '../json.js';
import { follow, isTrue, type Place, stepInto } from '../place.js';
import type { SchemaComparison } from '../schema/create-schema-comparison.js';
import { compareDeprecation, SUNSET } from './compare-lifecycle.js';
import { compareParameters } from './compare-parameters.js';
import { compareRateLimit, RATE_LIMIT } from './compare-rate-limit.js';
import { compareRequestBody } from './compare-request-body.js';
import { compareResponses } from './compare-responses.js';
import { compareSecurity } from './compare-security.js';
import { compareServers } from './compare-servers.js';
import { compareWords } from './compare-words.js';
import { find } from './finding.js';
import { type Operation, printOperation } from './operation.js';
import { readParameters } from './parameter.js';

const WORDS = ['summary', 'description', 'tags', 'externalDocs'];

/** Compares two operations. Of a webhook it is the subscriber who answers, so that values travel the other way. */
export function compareOperation(
  base: Operation,
  head: Operation,
  options: { readonly compare: SchemaComparison; readonly isWebhook: boolean },
): readonly Finding[] {
  const { compare, isWebhook } = options;
  const places = { base: base.place, head: head.place };
  const [inward, outward] = isWebhook
    ? (['response', 'request'] as const)
    : (['request', 'response'] as const);
  return [
    ...compareIdentity(base, head),
    ...compareDeprecation(base.place, head.place),
    ...compareSecurity(base, head),
    ...compareRateLimit(base.place, head.place),
    ...(isWebhook ? [] : compareInput(base, head)),
    ...compareParameters(base, head, { compare }),
    ...compareRequestBody(base.place, head.place, { compare, direction: inward }),
    ...compareResponses(base.place, head.place, { compare, direction: outward }),
    ...compareServers(base.place, head.place),
    ...(isSame(stepInto(base.place, 'callbacks').value, stepInto(head.place, 'callbacks').value)
      ? []
      : [find('callback-changed', 'The callbacks changed.', places)]),
    ...compareWords(base.place, head.place, {
      subject: 'Documentation',
      keywords: WORDS,
      besides: [RATE_LIMIT, SUNSET],
    }),
  ];
}

/** Generated methods take an input before the call options, and none where there is nothing to send. */
function compareInput(base: Operation, head: Operation): readonly Finding[] {
  const [from, to] = [readInput(base), readInput(head)];
  const places = { base: base.place, head: head.place };
  if (from.length === 0 && to.length > 0 && !to.some((place) => isTrue(place, 'required'))) {
    return [find('input-added', 'It takes an input now.', places)];
  }
  // What goes without a deprecation is told of, and as breaking, by itself.
  if (from.length > 0 && to.length === 0 && from.every((place) => isTrue(place, 'deprecated'))) {
    return [find('input-removed', 'It takes no input any more.', places)];
  }
  return [];
}

function readInput(operation: Operation): readonly Place[] {
  const parameters = [...readParameters(operation).values()].map(({ place }) => place);
  const body = follow(stepInto(operation.place, 'requestBody'));
  return body.value === undefined ? parameters : [...parameters, body];
}

/** Where it is, and how generated clients call it. */
function compareIdentity(base: Operation, head: Operation): readonly Finding[] {
  const places = { base: base.place, head: head.place };
  const findings: Finding[] = [];
  if (base.route !== head.route) {
    findings.push(find('operation-moved', `It was ${printOperation(base)}.`, places));
  }
  if (base.id === head.id) return findings;
  if (base.id === undefined)
    return [...findings, find('operation-id-added', `Its operationId is \`${head.id}\`.`, places)];
  const is = head.id === undefined ? 'It has no operationId any more' : `Its operationId is \`${head.id}\``;
  return [...findings, find('operation-id-changed', `${is}; it was \`${base.id}\`.`, places)];
}
