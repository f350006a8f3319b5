import type { RouterContext } from '@koa/router';
import type Koa from 'koa';
import type { NamedPlans } from '../../protocol/decoding-plan.js';
import { carriesBody } from '../../protocol/http-method.js';
import { checkInput, findErrorMap } from '../request/check-input.js';
import { type Decoder, type Fault, prepareDecoder } from '../request/decode.js';
import { preparePathReader } from '../request/decode-path.js';
import { listQueryKeys } from '../request/list-query-keys.js';
import { prepareQueryParser } from '../request/parse-query.js';
import { NO_BODY, readBody } from '../request/read-body.js';
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
    const path = decodePath(readPath((ctx as unknown as RouterContext).captures ?? []));
    const rest = await readRest(ctx);
    const isMergeable = typeof rest.value === 'object' && rest.value !== null && !Array.isArray(rest.value);
    const value = isMergeable ? { ...(rest.value as object), ...path.values } : rest.value;
    const faults = [
      ...path.faults,
      ...rest.faults.filter(({ path: [key] }) => !Object.hasOwn(path.values, key ?? '')),
    ];
    call.input = await checkInput(schema, value, faults, findErrorMap(call.locale));
    return next();
  };
}

interface Part {
  readonly value: unknown;
  readonly faults: readonly Fault[];
}

function preparePathDecoder(route: Route, plans: NamedPlans) {
  const decoders = new Map<string, Decoder>();
  for (const [name, plan] of Object.entries(route.plan?.path ?? {})) {
    decoders.set(name, prepareDecoder(plan, 'text', plans));
  }
  return (texts: Record<string, string>) => {
    const values: Record<string, unknown> = {};
    const faults: Fault[] = [];
    for (const [name, text] of Object.entries(texts)) {
      const decoded = decoders.get(name)?.(text, [name]);
      values[name] = decoded ? decoded.value : text;
      if (decoded) faults.push(...decoded.faults);
    }
    return { values, faults };
  };
}

function prepareQuery(route: Route, { plans }: InputOptions): (ctx: Koa.Context) => Part {
  const plan = route.plan?.query ?? 'any';
  const parse = prepareQueryParser(listQueryKeys(plan));
  const decode = prepareDecoder(plan, 'text', plans);
  return (ctx) => decode(parse(ctx.querystring));
}

function prepareBody(
  route: Route,
  { plans, bodyLimitBytes }: InputOptions,
): (ctx: Koa.Context) => Promise<Part> {
  if (route.body === undefined) return async () => ({ value: {}, faults: [] });
  const decode = prepareDecoder(route.plan?.body ?? 'any', 'json', plans);
  const options = { isOptional: route.body === 'optional', limitBytes: bodyLimitBytes };
  return async (ctx) => {
    const body = await readBody(ctx, options);
    if (body === NO_BODY) return { value: {}, faults: [] };
    callOf(ctx).body = body;
    return decode(body);
  };
}
