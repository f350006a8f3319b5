import type { BodyModel, FormFieldModel, InputModel, ParameterModel } from '../../model/api-model.js';
import { type JsonSchema, referenceOf } from '../../model/json-schema.js';
import type { DecodingPlan, FormPlan, InputPlan } from '../../protocol/decoding-plan.js';
import { carriesBody } from '../../protocol/http-method.js';
import { listParameters } from '../../protocol/path-template.js';
import { compareNames } from '../compare-names.js';
import type { SchemaKey, Shape } from '../schema/shape.js';
import { listForms } from '../schema/walk-shape.js';
import { listFormFields } from './list-form-fields.js';
import type { CheckedProcedure, ModelContext } from './model-context.js';
import { listKeys, type ObjectVariant } from './object-variants.js';
import { pruneForJson } from './plan-decoding.js';
import { toTextSchema } from './to-text-schema.js';

/** Builds the model of an input: path parameters, then the query string, a JSON body or a form. */
export function buildInput(procedure: CheckedProcedure, context: ModelContext): InputModel | undefined {
  const { input, path, method } = procedure;
  if (!input?.variants) return undefined;
  const { variants } = input;
  const inPath = listParameters(path);
  const others = listKeys(variants).filter((key) => !inPath.includes(key));
  const isOpen = variants.some((variant) => variant.isOpen);
  const json = context.names.print(input.shape, 'input');
  const resolve: ResolveSchema = (name) => context.names.definitions.get(name);
  const parameter = (key: string, place: 'path' | 'query') => buildParameter(key, place, variants, context);
  const hasBody = carriesBody(method) && (others.length > 0 || isOpen);
  const findShape = (key: SchemaKey) => context.registry.shapeOf(key, 'input');
  const fields = hasBody ? listFormFields(variants, others, findShape) : undefined;
  // Path parameters are always present, and so is the input.
  const mayBeUndefined = input.isOptional && inPath.length === 0;
  const body: BodyModel | undefined = hasBody
    ? {
        schema: omitKeys(json, new Set(inPath), resolve),
        isRequired: others.length > 0 && !mayBeUndefined,
        ...(fields && { fields: Object.fromEntries(fields) }),
      }
    : undefined;
  const query = carriesBody(method) ? [] : [...others].sort(compareNames);
  const description = body ? '' : listDescriptions(json, resolve).join('\n\n');
  return {
    parameters: [
      ...inPath.map((key) => parameter(key, 'path')),
      ...query.map((key) => ({ ...parameter(key, 'query'), ...(mayBeUndefined && { isRequired: false }) })),
    ],
    ...(body && { body }),
    ...(description !== '' && { description }),
    plan: {
      ...buildPlan(procedure, input.shape, variants, inPath, hasBody && !fields, context),
      ...(fields && { form: buildFormPlan(input.shape, inPath, fields, context) }),
    },
    type: { kind: 'reference', name: context.claimed.inputType(procedure) },
    isOptional: inPath.length === 0 && (input.isOptional || variants.some(isAllOptional)),
    mayBeUndefined,
  };
}

function isAllOptional({ properties }: ObjectVariant): boolean {
  return [...properties.values()].every(({ isOptional }) => isOptional);
}

function buildParameter(
  name: string,
  place: 'path' | 'query',
  variants: readonly ObjectVariant[],
  { names, registry }: ModelContext,
): ParameterModel {
  const shapes = variants.flatMap(({ properties }) => properties.get(name) ?? []);
  const printed = shapes.map(({ shape }) => names.print(shape, 'input'));
  const unique = [...new Map(printed.map((schema) => [JSON.stringify(schema), schema])).values()];
  const [only = {}, ...others] = unique;
  const whole: JsonSchema = others.length > 0 ? { anyOf: unique } : only;
  const { description, deprecated: _, ...schema } = whole;
  const isRequired = shapes.length === variants.length && shapes.every(({ isOptional }) => !isOptional);
  const forms = shapes.flatMap(({ shape }) => listForms(shape, (key) => registry.shapeOf(key, 'input')));
  const isAnyOf = (...kinds: readonly Shape['kind'][]) => forms.some(({ kind }) => kinds.includes(kind));
  const text =
    typeof description === 'string' ? description : shapes.find((shape) => shape.description)?.description;
  return {
    name,
    in: place,
    isRequired: place === 'path' || isRequired,
    schema: toTextSchema(schema),
    ...(place === 'query' && isAnyOf('array', 'set', 'tuple') && { style: 'form' as const, explode: true }),
    ...(place === 'query' && isAnyOf('object', 'record') && { style: 'deepObject' as const, explode: true }),
    ...(text !== undefined && { description: text }),
    isDeprecated: shapes.some(({ isDeprecated }) => isDeprecated),
  };
}

function buildPlan(
  { method }: CheckedProcedure,
  shape: Shape,
  variants: readonly ObjectVariant[],
  inPath: readonly string[],
  hasBody: boolean,
  { plans }: ModelContext,
): InputPlan {
  const pathPlans = inPath.map((key): [string, DecodingPlan] => {
    const shapes = variants.flatMap(({ properties }) => properties.get(key)?.shape ?? []);
    return [key, plans.plan({ kind: 'union', members: shapes }, 'text') ?? 'any'];
  });
  const whole = carriesBody(method)
    ? hasBody
      ? plans.plan(shape, 'json')
      : undefined
    : plans.plan(shape, 'text');
  const rest = whole && omitPlanKeys(whole, new Set(inPath));
  return {
    ...(pathPlans.length > 0 && { path: Object.fromEntries(pathPlans) }),
    ...(rest !== undefined && (carriesBody(method) ? { body: rest } : { query: rest })),
  };
}

function buildFormPlan(
  shape: Shape,
  inPath: readonly string[],
  fields: ReadonlyMap<string, FormFieldModel>,
  { plans }: ModelContext,
): FormPlan {
  const whole = omitPlanKeys(plans.plan(shape, 'text') ?? 'any', new Set(inPath)) ?? 'any';
  const fieldPlans = [...fields].map(([name, { contentTypes: _, ...field }]) => [name, field] as const);
  return { fields: Object.fromEntries(fieldPlans), value: markJson(whole, fields) };
}

/** Marks the fields of a form's plan that are JSON documents. */
function markJson(plan: DecodingPlan, fields: ReadonlyMap<string, FormFieldModel>): DecodingPlan {
  if (typeof plan === 'string') return plan;
  if ('union' in plan) return { union: plan.union.map((member) => markJson(member, fields)) };
  if (!('object' in plan)) return plan;
  const members = Object.entries(plan.object).map(([name, member]) => {
    const field = fields.get(name);
    return [name, field?.as === 'json' ? readJson(member, field.list !== undefined) : member];
  });
  return { ...plan, object: Object.fromEntries(members) };
}

/** `isList` means that each item is a separate document. */
function readJson(plan: DecodingPlan, isList: boolean): DecodingPlan {
  if (isList && typeof plan === 'object') {
    if ('array' in plan) return { array: readJson(plan.array, false) };
    if ('set' in plan) return { set: readJson(plan.set, false) };
    if ('tuple' in plan) {
      const { tuple, rest } = plan;
      return {
        tuple: tuple.map((item) => readJson(item, false)),
        ...(rest && { rest: readJson(rest, false) }),
      };
    }
  }
  const pruned = pruneForJson(plan);
  return pruned === undefined ? 'any' : { json: pruned };
}

/** Returns an input's plan without the keys that are in the path; undefined if nothing is left to decode. */
function omitPlanKeys(plan: DecodingPlan, keys: ReadonlySet<string>): DecodingPlan | undefined {
  if (keys.size === 0 || typeof plan === 'string') return plan;
  if ('union' in plan) {
    return { union: plan.union.map((member) => omitPlanKeys(member, keys) ?? { object: {} }) };
  }
  if (!('object' in plan)) return plan;
  const kept = Object.entries(plan.object).filter(([key]) => !keys.has(key));
  return kept.length > 0 || plan.rest ? { ...plan, object: Object.fromEntries(kept) } : undefined;
}

type ResolveSchema = (name: string) => JsonSchema | undefined;

/** Lists the descriptions of a schema's objects as a whole, its own first. */
function listDescriptions(schema: JsonSchema, resolve: ResolveSchema): readonly string[] {
  const name = referenceOf(schema);
  const target = name === undefined ? undefined : resolve(name);
  const own = schema.description ?? target?.description;
  const parts = [...((schema.allOf ?? []) as JsonSchema[]), ...((target?.allOf ?? []) as JsonSchema[])];
  const inner = parts.flatMap((part) => listDescriptions(part, resolve));
  return [...new Set(typeof own === 'string' ? [own, ...inner] : inner)];
}

/** Removes keys from a schema's objects. References are followed, since their targets keep these keys. */
function omitKeys(schema: JsonSchema, keys: ReadonlySet<string>, resolve: ResolveSchema): JsonSchema {
  if (keys.size === 0) return schema;
  const name = referenceOf(schema);
  if (name !== undefined) {
    const { $ref: _, ...beside } = schema;
    const target = resolve(name);
    return target ? omitKeys({ ...target, ...beside }, keys, resolve) : schema;
  }
  const copy: Record<string, unknown> = { ...schema };
  if (schema.properties) {
    const kept = Object.entries(schema.properties).filter(([key]) => !keys.has(key));
    copy.properties = Object.fromEntries(kept);
  }
  if (schema.required) {
    const required = (schema.required as string[]).filter((key) => !keys.has(key));
    if (required.length > 0) copy.required = required;
    else delete copy.required;
  }
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const parts = schema[keyword] as JsonSchema[] | undefined;
    if (parts) copy[keyword] = parts.map((part) => omitKeys(part, keys, resolve));
  }
  // The key that told branches apart may be in the path, so a body may match several of them.
  if (copy.oneOf && !copy.anyOf) {
    copy.anyOf = copy.oneOf;
    delete copy.oneOf;
  }
  // A mapping refers to the named schemas, which have other keys now.
  if (copy.discriminator) delete copy.discriminator;
  return copy;
}
