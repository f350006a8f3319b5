import * as z from 'zod';
import { OPTIONAL_OPENAPI_KEYS, REQUIRED_OPENAPI_KEYS } from '../../definition/metadata.js';
import { DIAGNOSTIC_CATALOG, type DiagnosticCode } from '../../model/diagnostic-catalog.js';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { locateCall, locateMetadata, type UncheckedProcedure } from '../model/unchecked-api.js';
import { guessName, suggestName } from '../suggest-name.js';
import { forEachProcedure, type Rule } from './rule.js';

/** `openapi` has all required keys, valid values, and no unknown keys. */
export const checkMetadata = forEachProcedure((procedure) => [
  ...checkRequired(procedure),
  ...checkUnknown(procedure),
  ...checkValues(procedure),
  ...checkRateLimit(procedure),
]);

const Text = z.string().regex(/\S/);
const Line = Text.refine((text) => !/[\r\n]/.test(text.trim()));
const Day = z.iso.date().optional();
const Deprecation = z.strictObject({ since: Day, sunset: Day, replacedBy: Text.optional() });
const Errors = z.union([z.array(z.number()), z.record(z.string().regex(/^\d+$/), Text)]);

const VALUES: Readonly<Record<string, readonly [schema: z.ZodType, expected: string]>> = {
  enabled: [z.boolean(), 'true or false'],
  tags: [z.array(Text).min(1), 'a list of at least one tag'],
  path: [z.string(), 'a path such as "/items/:id"'],
  summary: [Line, 'one line of text'],
  protect: [z.boolean(), 'true or false'],
  description: [Text, 'text'],
  deprecated: [
    z.union([z.boolean(), Deprecation]),
    'true, or { since, sunset, replacedBy } with ISO dates such as "2026-01-31"',
  ],
  scopes: [z.array(Text), 'a list of scope names'],
  errors: [Errors, 'a list of statuses, or descriptions by status'],
  // Parsing the file has decided whether it is one.
  headers: [z.literal(true), 'a zod object'],
  idempotent: [z.boolean(), 'true or false'],
};

function checkRequired(procedure: UncheckedProcedure): Diagnostic[] {
  const missing = REQUIRED_OPENAPI_KEYS.filter((key) => procedure.openapi[key] === undefined);
  if (missing.length === 0) return [];
  const keys = missing.map((key) => `\`${key}\``).join(', ');
  return [
    createDiagnostic(
      'missing-metadata',
      locateMetadata(procedure),
      `${procedure.name} lacks ${keys} in its metadata.`,
    ),
  ];
}

function checkUnknown(procedure: UncheckedProcedure): Diagnostic[] {
  const known: readonly string[] = [...REQUIRED_OPENAPI_KEYS, ...OPTIONAL_OPENAPI_KEYS];
  return Object.keys(procedure.openapi)
    .filter((key) => !known.includes(key))
    .map((key) => {
      const location =
        procedure.findLocations().metadata.get(`openapi.${key}@key`) ?? locateMetadata(procedure, key);
      const help = `${suggestName(key, known)} Keys of your own belong beside \`openapi\`, not inside it.`;
      return createDiagnostic('unknown-metadata-key', location, `\`${key}\` is not a key of \`openapi\`.`, {
        help,
      });
    });
}

function checkValues(procedure: UncheckedProcedure): Diagnostic[] {
  return Object.entries(VALUES).flatMap(([key, [schema, expected]]) => {
    const value = procedure.openapi[key];
    const [issue] = value === undefined ? [] : (schema.safeParse(value).error?.issues ?? []);
    if (!issue) return [];
    const message = `\`${key}\` of ${procedure.name} has to be ${expected}.`;
    const isInPart = Array.isArray(value) || key === 'deprecated';
    const location = locateMetadata(procedure, key, ...(isInPart ? findWrongPart(issue) : []));
    return [createDiagnostic('invalid-metadata', location, message)];
  });
}

/** Returns the path of the invalid part inside a value, if there is one. */
function findWrongPart(issue: z.core.$ZodIssue): readonly (string | number)[] {
  if (issue.code === 'invalid_union')
    return (
      issue.errors
        .flat()
        .map(findWrongPart)
        .find(([part]) => part !== undefined) ?? []
    );
  return issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : (issue.path as (string | number)[]);
}

function checkRateLimit(procedure: UncheckedProcedure): Diagnostic[] {
  const value = procedure.rateLimit;
  if (value === undefined || value === false || value === 'QUERY' || value === 'MUTATION') return [];
  const location = procedure.findLocations().metadata.get('rateLimit') ?? locateCall(procedure, 'meta');
  return [
    createDiagnostic(
      'invalid-metadata',
      location,
      `\`rateLimit\` of ${procedure.name} has to be 'QUERY', 'MUTATION' or false.`,
    ),
  ];
}

/** The method exists and fits the kind of procedure. */
export const checkMethod = forEachProcedure((procedure) => {
  const { method, name, kind } = procedure;
  if (procedure.openapi.method === undefined) return [];
  const report = (code: DiagnosticCode, message: string) => [
    createDiagnostic(code, locateMetadata(procedure, 'method'), message),
  ];
  if (method === undefined) {
    const written = JSON.stringify(procedure.openapi.method);
    return report('invalid-method', `${name} has the method ${written}, which no procedure can have.`);
  }
  if (kind === 'query' && method !== 'GET' && method !== 'POST') {
    return report('query-method', `${name} is a query, but its method is ${method}.`);
  }
  if (kind === 'mutation' && method === 'GET') {
    return report('mutation-method', `${name} is a mutation, but its method is GET.`);
  }
  return [];
});

/** A success has a 2xx status, a documented error a 4xx or 5xx status, and a 204 has no output. */
export const checkStatus = forEachProcedure((procedure) => [
  ...checkSuccess(procedure),
  ...checkErrors(procedure),
]);

function checkSuccess(procedure: UncheckedProcedure): Diagnostic[] {
  const { openapi, output, sentAs } = procedure;
  const { status } = openapi;
  if (status === undefined) return [];
  if (sentAs.kind === 'redirect') {
    const message = `${procedure.name} has the status ${sentAs.status} of its redirect, and a second one in its metadata.`;
    const help = 'Remove it from the metadata: `redirect(303)` says the status.';
    return [createDiagnostic('invalid-status', locateMetadata(procedure, 'status'), message, { help })];
  }
  if (!isStatusBetween(status, 200, 299)) {
    const message = `${JSON.stringify(status)} is not the status of a success.`;
    return [createDiagnostic('invalid-status', locateMetadata(procedure, 'status'), message)];
  }
  const isBodyless = status === 204 || status === 205;
  const hasBody = sentAs.kind === 'binary' || (output && output.kind !== 'absent');
  if (!isBodyless || !hasBody) return [];
  const message = `${procedure.name} answers ${status}, which has no body, but it has an output.`;
  return [createDiagnostic('output-with-204', locateMetadata(procedure, 'status'), message)];
}

function checkErrors(procedure: UncheckedProcedure): Diagnostic[] {
  const { errors } = procedure.openapi;
  if (typeof errors !== 'object' || errors === null) return [];
  const statuses: [string | number, unknown][] = Array.isArray(errors)
    ? errors.map((status: unknown, index) => [index, status])
    : Object.keys(errors).map((status) => [status, Number(status)]);
  return statuses.flatMap(([key, status]) => {
    if (typeof status !== 'number' || isStatusBetween(status, 400, 599)) return [];
    const message = `${status} is not the status of an error.`;
    return [createDiagnostic('invalid-status', locateMetadata(procedure, 'errors', key), message)];
  });
}

function isStatusBetween(value: unknown, from: number, to: number): boolean {
  return Number.isInteger(value) && (value as number) >= from && (value as number) <= to;
}

/** Every tag is in the configuration. */
export const checkTags = forEachProcedure((procedure, { config }) => {
  const { tags } = procedure.openapi;
  if (!Array.isArray(tags)) return [];
  const known = Object.keys(config.tags);
  return tags.flatMap((tag: unknown, index) => {
    if (typeof tag !== 'string' || tag === '' || known.includes(tag)) return [];
    const choice = known.map((key) => `"${key}"`).join(', ');
    const message =
      known.length > 0
        ? `${procedure.name} has the tag "${tag}"; it has to be one of ${choice}.`
        : `${procedure.name} has the tag "${tag}", but the configuration has no \`tags\`.`;
    const help = `${guessName(tag, known)}${DIAGNOSTIC_CATALOG['unknown-tag']}`;
    return [createDiagnostic('unknown-tag', locateMetadata(procedure, 'tags', index), message, { help })];
  });
});

/** Only authenticated callers have scopes. */
export const checkScopes = forEachProcedure((procedure) => {
  const { scopes, protect } = procedure.openapi;
  if (protect !== false || !Array.isArray(scopes) || scopes.length === 0) return [];
  const message = `${procedure.name} asks for scopes, but it is public.`;
  return [createDiagnostic('scopes-on-public', locateMetadata(procedure, 'scopes'), message)];
});

/** A middleware that is typed for authenticated callers does not run for others. */
export const checkProtect = forEachProcedure((procedure) => {
  if (!procedure.hasProtectedMiddleware || procedure.openapi.protect !== false) return [];
  const message = `${procedure.name} is public, but has a middleware that was added under \`protect: true\`: its \`ctx.user\` may be null there.`;
  return [createDiagnostic('loosened-protect', locateMetadata(procedure, 'protect'), message)];
});

/** The replacement of a deprecated procedure exists and is another procedure. */
export const checkReplacement: Rule = ({ procedures }) => {
  const names = new Set(procedures.map(({ name }) => name));
  return procedures.flatMap((procedure) => checkOneReplacement(procedure, names));
};

function checkOneReplacement(
  procedure: UncheckedProcedure,
  names: ReadonlySet<string>,
): readonly Diagnostic[] {
  const { deprecated } = procedure.openapi;
  if (typeof deprecated !== 'object' || deprecated === null) return [];
  const { replacedBy } = deprecated as { replacedBy?: unknown };
  if (typeof replacedBy !== 'string') return [];
  if (replacedBy !== procedure.name && names.has(replacedBy)) return [];
  const message =
    replacedBy === procedure.name
      ? `${procedure.name} cannot be replaced by itself.`
      : `${procedure.name} is replaced by "${replacedBy}", but there is no such procedure.`;
  const others = [...names].filter((name) => name !== procedure.name);
  const help = `Name a procedure as the client does. ${suggestName(replacedBy, others)}`.trim();
  const location = locateMetadata(procedure, 'deprecated', 'replacedBy');
  return [createDiagnostic('unknown-replacement', location, message, { help })];
}

/** A redirect is the target of a link: it is a GET, and does not require an API key, which a link cannot send. */
export const checkRedirect = forEachProcedure((procedure, { config }) => {
  const { name, kind, method, openapi, sentAs } = procedure;
  if (sentAs.kind !== 'redirect') return [];
  if (kind === 'mutation' || (method !== undefined && method !== 'GET')) {
    const message = `${name} answers with a redirect, but it is ${kind === 'mutation' ? 'a mutation' : `a ${method}`}.`;
    return [createDiagnostic('redirect-method', locateMetadata(procedure, 'method'), message)];
  }
  if (openapi.protect !== true || config.hasOwnAuthentication) return [];
  const message = `${name} answers with a redirect and asks for an API key, which a link does not send.`;
  return [createDiagnostic('protected-redirect', locateMetadata(procedure, 'protect'), message)];
});
