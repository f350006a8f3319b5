import { OPTIONAL_OPENAPI_KEYS, REQUIRED_OPENAPI_KEYS } from '../../definition/metadata.js';
import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { locateCall, locateMetadata, type UncheckedProcedure } from '../model/unchecked-api.js';
import { suggestName } from '../suggest-name.js';
import { forEachProcedure } from './rule.js';

/** Keys of `openapi`: the required ones are there, each says the right kind of thing, no other is. */
export const checkMetadata = forEachProcedure((procedure) => [
  ...checkRequired(procedure),
  ...checkUnknown(procedure),
  ...checkValues(procedure),
  ...checkRateLimit(procedure),
]);

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === 'string' && value.trim() !== '';
const isBoolean: Check = (value) => typeof value === 'boolean';
const isLine: Check = (value) => isText(value) && !/[\r\n]/.test((value as string).trim());
const isStatus: Check = (value) => typeof value === 'number';
const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);
const isDate: Check = (value) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && isRealDate(value);

const VALUES: Readonly<Record<string, readonly [check: Check, expected: string]>> = {
  enabled: [isBoolean, 'true or false'],
  tags: [(value) => isTexts(value) && (value as unknown[]).length > 0, 'a list of at least one tag'],
  path: [(value) => typeof value === 'string', 'a path such as "/items/:id"'],
  summary: [isLine, 'one line of text'],
  protect: [isBoolean, 'true or false'],
  description: [isText, 'text'],
  deprecated: [isDeprecation, 'true, or { since, sunset, replacedBy } with ISO dates such as "2026-01-31"'],
  scopes: [isTexts, 'a list of scope names'],
  errors: [isErrors, 'a list of statuses, or descriptions by status'],
  // Whether it is one was found out when the file was parsed.
  headers: [(value) => value === true, 'a zod object'],
  idempotent: [isBoolean, 'true or false'],
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
  return Object.entries(VALUES).flatMap(([key, [check, expected]]) => {
    const value = procedure.openapi[key];
    if (value === undefined || check(value)) return [];
    const message = `\`${key}\` of ${procedure.name} has to be ${expected}.`;
    const location = locateMetadata(procedure, key, ...findWrongPart(key, value));
    return [createDiagnostic('invalid-metadata', location, message)];
  });
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

const DEPRECATION: ReadonlyMap<string, Check> = new Map([
  ['since', isDate],
  ['sunset', isDate],
  ['replacedBy', isText],
]);

function isDeprecation(value: unknown): boolean {
  if (typeof value === 'boolean') return true;
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).every(
    ([key, part]) => part === undefined || DEPRECATION.get(key)?.(part) === true,
  );
}

/** Where inside a value the error is, when it is in one part of it. */
function findWrongPart(key: string, value: unknown): readonly (string | number)[] {
  if (typeof value !== 'object' || value === null) return [];
  const isPart: Check | undefined = { tags: isText, scopes: isText, errors: isStatus }[key];
  if (Array.isArray(value) && isPart) return [value.findIndex((part) => !isPart(part))];
  const wrong =
    key === 'deprecated' &&
    Object.entries(value).find(([name, part]) => DEPRECATION.get(name)?.(part) !== true);
  return wrong ? [wrong[0]] : [];
}

function isErrors(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isStatus);
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(value).every(([status, text]) => /^\d+$/.test(status) && isText(text))
  );
}

function isRealDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
