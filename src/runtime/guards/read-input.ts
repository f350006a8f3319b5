import type { RouterContext } from '@koa/router';
import type Koa from 'koa';
import type { NamedPlans } from '../../protocol/decoding-plan.js';
import { carriesBody } from '../../protocol/http-method.js';
import { checkInput, findErrorMap } from '../request/check-input.js';
import type { Fault, Passed } from '../request/decode/decoding.js';
import { type Decoded, type Decoder, prepareDecoder } from '../request/decode/prepare-decoder.js';
import { preparePathReader } from '../request/decode-path.js';
import type { Path } from '../request/input-path.js';
import { listQueryKeys } from '../request/list-query-keys.js';
import { prepareQueryParser } from '../request/parse-query.js';
import { NO_BODY, readBody } from '../request/read-body.js';
import type { ReadInput } from '../request/read-meaning.js';
import type { Route } from '../route-table.js';
import { callOf } from '../service/call.js';

export interface InputOptions {
  readonly plans: NamedPlans;
  readonly bodyLimitBytes: number;
}

/**
 * Prepares the last guard: path, and query or body, become the one input, checked by the procedure's schema. A
 * procedure that takes nothing looks at nothing.
 */
export function prepareInput(route: Route, options: InputOptions): Koa.Middleware {
  const { input: schema } = route.procedure.definition;
  if (!schema) return (_ctx, next) => next();
  const readPath = preparePathReader(route);
  const decodePath = preparePathDecoder(route, options.plans);
  const readRest = carriesBody(route.method) ? prepareBody(route, options) : prepareQuery(route, options);

  return async (ctx, next) => {
    const call = callOf(ctx);
    const texts = readPath((ctx as unknown as RouterContext).captures ?? []);
    const decodeRest = await readRest(ctx);
    const read: ReadInput = (passed) => join(decodePath(texts, passed), decodeRest(passed));
    call.input = await checkInput(schema, read, findErrorMap(call.locale));
    return next();
  };
}

interface DecodedPath extends Decoded {
  readonly value: Readonly<Record<string, unknown>>;
}

/** A path parameter wins over the same key elsewhere. */
function join(path: DecodedPath, rest: Decoded): Decoded {
  const { value } = rest;
  const isMergeable = typeof value === 'object' && value !== null && !Array.isArray(value);
  const isOutside = ([key = '']: Path) => !Object.hasOwn(path.value, key);
  return {
    value: isMergeable ? { ...value, ...path.value } : value,
    faults: [...path.faults, ...rest.faults.filter((fault) => isOutside(fault.path))],
    choices: [...path.choices, ...rest.choices.filter(isOutside)],
  };
}

/** What a request says that says nothing. */
function prepareNothing({ optional = false }: Route): ReadInput {
  const nothing: Decoded = { value: optional ? undefined : {}, faults: [], choices: [] };
  return () => nothing;
}

function preparePathDecoder(route: Route, plans: NamedPlans) {
  const decoders = new Map<string, Decoder>();
  for (const [name, plan] of Object.entries(route.plan?.path ?? {})) {
    decoders.set(name, prepareDecoder(plan, 'text', plans));
  }
  return (texts: Record<string, string>, passed?: Passed): DecodedPath => {
    const value: Record<string, unknown> = {};
    const faults: Fault[] = [];
    const choices: Path[] = [];
    for (const [name, text] of Object.entries(texts)) {
      const decoded = decoders.get(name)?.(text, [name], passed);
      value[name] = decoded ? decoded.value : text;
      faults.push(...(decoded?.faults ?? []));
      choices.push(...(decoded?.choices ?? []));
    }
    return { value, faults, choices };
  };
}

function prepareQuery(route: Route, { plans }: InputOptions): (ctx: Koa.Context) => ReadInput {
  const plan = route.plan?.query ?? 'any';
  const parse = prepareQueryParser(listQueryKeys(plan));
  const decode = prepareDecoder(plan, 'text', plans);
  const nothing = prepareNothing(route);
  return (ctx) => {
    const query = parse(ctx.querystring);
    if (route.optional && Object.keys(query).length === 0) return nothing;
    return (passed) => decode(query, [], passed);
  };
}

function prepareBody(
  route: Route,
  { plans, bodyLimitBytes }: InputOptions,
): (ctx: Koa.Context) => Promise<ReadInput> {
  const nothing = prepareNothing(route);
  if (route.body === undefined) return async () => nothing;
  const decode = prepareDecoder(route.plan?.body ?? 'any', 'json', plans);
  const options = { isOptional: route.body === 'optional', limitBytes: bodyLimitBytes };
  return async (ctx) => {
    const body = await readBody(ctx, options);
    if (body === NO_BODY) return nothing;
    callOf(ctx).body = body;
    return (passed) => decode(body, [], passed);
  };
}
