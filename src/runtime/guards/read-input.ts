import { type Parse, prepareOwnParse } from '../../authoring/prepare-parse.js';
import { listFieldErrors } from '../../definition/field-errors.js';
import type { DecodingPlan, FormPlan, NamedPlans } from '../../protocol/decoding-plan.js';
import { carriesBody } from '../../protocol/http-method.js';
import type { Call } from '../call/call.js';
import { findErrorMap } from '../messages/find-error-map.js';
import type { AwaitedBodies } from '../overload/awaited-bodies.js';
import type { DecodingIssue, SkippedMembers } from '../request/decode/decoding.js';
import { type Decoded, type Decoder, prepareDecoder } from '../request/decode/prepare-decoder.js';
import { preparePathReader } from '../request/decode-path.js';
import type { Path } from '../request/input-path.js';
import { type DecodeInput, type Interpretation, interpretInput } from '../request/interpret-input.js';
import { listQueryKeys, prepareQueryParser } from '../request/parse-query.js';
import { createRefusal } from '../respond/fail.js';
import type { Route } from '../route-table.js';
import type { UploadLimits } from '../uploads/parse-form.js';
import type { Uploads } from '../uploads/uploads.js';
import type { Guard, Verdict } from './guard.js';
import { NO_BODY, readBody } from './read-body.js';
import { readForm } from './read-form.js';

export interface InputOptions {
  readonly plans: NamedPlans;
  readonly bodyLimitBytes: number;
  readonly bodies: AwaitedBodies;
  readonly uploads: Uploads;
  readonly uploadLimits: UploadLimits;
}

/**
 * Prepares the last guard, which combines path and query or body into one input and checks it with the procedure's
 * schema. For a procedure without input it reads nothing.
 */
export function prepareInput(route: Route, options: InputOptions): Guard {
  const { input } = route.procedure.definition;
  if (!input) return () => undefined;
  // Created by the first call that gets here: a lazy part of the schema may throw, which must not affect other guards.
  let parse: Parse | undefined;
  const readPath = preparePathReader(route);
  const decodePath = preparePathDecoder(route, options.plans);
  const rest = prepareRest(route, options);
  const hasPath = route.path.includes(':');

  const interpret = (
    call: Call,
    texts: Record<string, string>,
    sent: unknown,
  ): Verdict | Promise<Verdict> => {
    const decode: DecodeInput = (skipped) => {
      const decoded = rest.decode(call, sent, skipped);
      return hasPath ? join(decodePath(texts, skipped), decoded) : decoded;
    };
    parse ??= prepareOwnParse(input);
    const interpretation = interpretInput(parse, decode);
    return interpretation instanceof Promise
      ? interpretation.then((found) => judge(call, found))
      : judge(call, interpretation);
  };

  return (call) => {
    const texts = readPath(call.captures);
    const sent = rest.read(call);
    return sent instanceof Promise
      ? sent.then((read) => interpret(call, texts, read))
      : interpret(call, texts, sent);
  };
}

/**
 * Refuses invalid input with a BAD_REQUEST that has one entry per offending field, from the decoder and from the
 * schema. Messages are in the caller's language, except those that the schema defines itself.
 */
function judge(call: Call, { decoded: { issues }, checked }: Interpretation): Verdict {
  if (checked.success && issues.length === 0) {
    call.input = checked.data;
    return undefined;
  }
  const options = { error: findErrorMap(call.locale), overrides: issues };
  const errors = listFieldErrors(checked.issues ?? [], options);
  return createRefusal('BAD_REQUEST', 'input.invalid', { errors });
}

/** Lists the plans that decode the input of a route. */
export function listPlans({ method, body, plan = {} }: Route): readonly DecodingPlan[] {
  const sent = plan.form ? plan.form.value : plan.body;
  const rest = carriesBody(method) ? (body === undefined ? undefined : sent) : plan.query;
  return [...Object.values(plan.path ?? {}), ...(rest === undefined ? [] : [rest])];
}

interface DecodedPath extends Decoded {
  readonly value: Readonly<Record<string, unknown>>;
}

/** Merges both parts. A path parameter wins over the same key elsewhere. */
function join(path: DecodedPath, rest: Decoded): Decoded {
  const { value } = rest;
  const isMergeable = typeof value === 'object' && value !== null && !Array.isArray(value);
  const isOutside = ([key = '']: Path) => !Object.hasOwn(path.value, key);
  return {
    value: isMergeable ? { ...value, ...path.value } : value,
    issues: [...path.issues, ...rest.issues.filter((issue) => isOutside(issue.path))],
    choices: [...path.choices, ...rest.choices.filter(isOutside)],
  };
}

/** The decoded input of a request without any. */
function createEmptyInput({ optional = false }: Route): Decoded {
  return { value: optional ? undefined : {}, issues: [], choices: [] };
}

function preparePathDecoder(route: Route, plans: NamedPlans) {
  const decoders = new Map<string, Decoder>();
  for (const [name, plan] of Object.entries(route.plan?.path ?? {})) {
    decoders.set(name, prepareDecoder(plan, 'text', plans));
  }
  return (texts: Record<string, string>, skipped?: SkippedMembers): DecodedPath => {
    const value: Record<string, unknown> = {};
    const issues: DecodingIssue[] = [];
    const choices: Path[] = [];
    for (const [name, text] of Object.entries(texts)) {
      const decoded = decoders.get(name)?.(text, [name], skipped);
      value[name] = decoded ? decoded.value : text;
      issues.push(...(decoded?.issues ?? []));
      choices.push(...(decoded?.choices ?? []));
    }
    return { value, issues, choices };
  };
}

/** The part of an input beside the path: the query or the body. */
interface Rest {
  /** Reads it as sent; returns a promise if it has not arrived yet. */
  read(call: Call): unknown;
  /** Decodes what `read` returned. */
  decode(call: Call, sent: unknown, skipped?: SkippedMembers): Decoded;
}

function prepareRest(route: Route, options: InputOptions): Rest {
  if (!carriesBody(route.method)) return prepareQuery(route, options);
  const form = route.plan?.form;
  return form ? prepareForm(route, form, options) : prepareBody(route, options);
}

function prepareQuery(route: Route, { plans }: InputOptions): Rest {
  const plan = route.plan?.query ?? 'any';
  const parse = prepareQueryParser(listQueryKeys(plan));
  const decode = prepareDecoder(plan, 'text', plans);
  const empty = createEmptyInput(route);
  return {
    read: (call) => parse(call.exchange.querystring),
    decode(_call, query, skipped) {
      if (route.optional && Object.keys(query as object).length === 0) return empty;
      return decode(query, [], skipped);
    },
  };
}

function prepareBody(route: Route, { plans, bodyLimitBytes, bodies }: InputOptions): Rest {
  const empty = createEmptyInput(route);
  if (route.body === undefined) return { read: () => NO_BODY, decode: () => empty };
  const decode = prepareDecoder(route.plan?.body ?? 'any', 'json', plans);
  const options = { isOptional: route.body === 'optional', limitBytes: bodyLimitBytes, bodies };
  return {
    read: (call) => readBody(call, options),
    decode(call, body, skipped) {
      if (body === NO_BODY) return empty;
      call.body = body;
      return decode(body, [], skipped);
    },
  };
}

function prepareForm(
  route: Route,
  { fields, value }: FormPlan,
  { plans, uploads, uploadLimits: limits }: InputOptions,
): Rest {
  const empty = createEmptyInput(route);
  const decode = prepareDecoder(value, 'text', plans);
  const options = { isOptional: route.body === 'optional', fields, limits, uploads };
  return {
    read: (call) => readForm(call, options),
    decode(_call, form, skipped) {
      if (form === NO_BODY || (route.optional && Object.keys(form as object).length === 0)) return empty;
      return decode(form, [], skipped);
    },
  };
}
