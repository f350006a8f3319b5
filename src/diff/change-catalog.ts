import type { Direction, Level } from './level.js';
import { SCHEMA_CATALOG, type SchemaCode } from './schema/schema-catalog.js';

interface ChangeRule {
  readonly level: Level;
  readonly help: string;
}

const DEPRECATE = 'Deprecate it first, with a sunset date, and remove it after that.';
const NONE = 'Nothing changes for callers.';
const MAKE_SURE = 'No sunset date was announced. Make sure that nobody uses it anymore.';
const STRICTER = 'Callers without it are refused.';
const UNAFFECTED = 'Existing callers are not affected.';

/** The changes of an API except those of its schemas, with their levels. */
export const OPERATION_CATALOG = {
  'operation-added': rule('safe', UNAFFECTED),
  'operation-removed': rule('breaking', DEPRECATE),
  'operation-removed-before-sunset': rule('breaking', 'Its sunset date has not passed. Keep it until then.'),
  'deprecated-operation-removed': rule('risky', MAKE_SURE),
  'operation-removed-after-sunset': rule('safe', 'Its sunset date has passed.'),
  'operation-moved': rule('breaking', 'Callers get a 404 at the old path. Serve both for a while.'),
  'operation-id-changed': rule(
    'breaking',
    'The method of generated clients is renamed: code that calls it does not compile.',
  ),
  'operation-id-added': rule('safe', NONE),
  'operation-deprecated': rule('safe', 'Callers are warned; nothing changes for them yet.'),
  'operation-undeprecated': rule('safe', NONE),
  'sunset-announced': rule('safe', 'Callers know how long they may use it.'),
  'sunset-moved-earlier': rule('breaking', 'Callers rely on the old date. Keep it, or move it later.'),
  'sunset-moved-later': rule('safe', NONE),
  'sunset-withdrawn': rule('risky', 'Callers no longer know how long they may use it.'),

  'parameter-added': rule('safe', UNAFFECTED),
  'required-parameter-added': rule('breaking', 'Callers that omit it are refused. Make it optional.'),
  'parameter-removed': rule(
    'breaking',
    'Calls that send it do not compile or behave differently. Deprecate it first.',
  ),
  'deprecated-parameter-removed': rule('risky', MAKE_SURE),
  'parameter-moved': rule('breaking', 'Callers send it in the old location. Accept both for a while.'),
  'path-parameter-renamed': rule(
    'breaking',
    'The key in the input of the generated method is renamed: code that calls it does not compile. Keep the name.',
  ),
  'parameter-became-required': rule(
    'breaking',
    'Callers that omit it are refused. Give it a default instead.',
  ),
  'parameter-became-optional': rule('safe', NONE),
  'parameter-serialization-changed': rule(
    'breaking',
    'Callers serialize it in the old way, which is now parsed differently.',
  ),
  'parameter-deprecated': rule('safe', 'Callers are warned; nothing changes for them yet.'),
  'parameter-undeprecated': rule('safe', NONE),

  'input-added': rule(
    'breaking',
    'The generated method takes an input before the call options: code that passes options alone does not compile.',
  ),
  'input-removed': rule(
    'breaking',
    'The generated method takes the call options first: code that passes an input before them does not compile.',
  ),
  'request-body-added': rule('safe', 'Callers may continue to send none.'),
  'required-request-body-added': rule('breaking', 'Callers that send none are refused. Make it optional.'),
  'request-body-removed': rule('breaking', 'What callers send is ignored.'),
  'request-body-became-required': rule(
    'breaking',
    'Callers that send none are refused. Give every field a default instead.',
  ),
  'request-body-became-optional': rule('safe', NONE),
  'request-media-type-added': rule('safe', NONE),
  'request-media-type-removed': rule('breaking', 'Callers that send it get a 415. Continue to accept it.'),
  'request-part-type-added': rule('safe', NONE),
  'request-part-type-removed': rule('breaking', 'Callers that send it are refused. Continue to accept it.'),
  'media-type-changed': rule('risky', 'The encoding of the body changed. Compare the two descriptions.'),

  'success-status-added': rule(
    'risky',
    'Callers that check for the old status treat the new one as a failure.',
  ),
  'success-status-removed': rule('breaking', 'Callers check for this status. Continue to respond with it.'),
  'failure-status-added': rule(
    'safe',
    'Callers treat an unknown status like the first of its class (RFC 9110, section 15).',
  ),
  'failure-status-removed': rule('safe', NONE),
  'default-response-added': rule('safe', NONE),
  'default-response-removed': rule('risky', 'Responses of other statuses are no longer described.'),
  'response-media-type-added': rule('safe', NONE),
  'response-media-type-removed': rule(
    'breaking',
    'Callers that request or parse it get something else. Continue to offer it.',
  ),
  'response-header-added': rule('safe', UNAFFECTED),
  'response-header-removed': rule('risky', DEPRECATE),
  'required-response-header-removed': rule('breaking', DEPRECATE),
  'response-header-became-optional': rule(
    'breaking',
    'Callers that rely on it fail without it. Always send it.',
  ),
  'response-header-became-required': rule('safe', NONE),

  'security-added': rule('breaking', 'Callers without credentials are refused.'),
  'security-removed': rule('risky', 'Anyone may call it now. Make sure that this is intended.'),
  'security-alternative-added': rule('safe', 'Callers may continue to use their credentials.'),
  'security-alternative-removed': rule('breaking', 'Callers that authenticate this way are refused.'),
  'scope-added': rule('breaking', STRICTER),
  'scope-removed': rule('safe', 'Existing keys remain valid.'),
  'security-scheme-changed': rule('breaking', 'Callers send their credentials in the old way.'),
  'security-scheme-settings-changed': rule('risky', 'Callers may have configured the old URLs or scopes.'),

  'idempotency-key-added': rule('safe', UNAFFECTED),
  'idempotency-key-removed': rule(
    'breaking',
    'Callers that retry with the same key have the operation performed twice.',
  ),

  'rate-limit-added': rule('risky', 'Callers that exceed it get a 429.'),
  'rate-limit-tightened': rule('risky', 'Callers that exceed it get a 429.'),
  'rate-limit-relaxed': rule('safe', NONE),
  'rate-limit-removed': rule('safe', NONE),
  'rate-limit-class-changed': rule('safe', 'Only the name of the limit changes.'),

  'server-added': rule('safe', NONE),
  'server-removed': rule('risky', 'Make sure that the old URL still works.'),
  'server-path-changed': rule('breaking', 'Every path changes with it. Serve both for a while.'),
  'webhook-added': rule('safe', NONE),
  'webhook-removed': rule('breaking', 'Subscribers rely on it. Deprecate it first.'),
  'callback-changed': rule('risky', 'Callbacks are not compared in detail. Compare the two descriptions.'),
  'schema-added': rule('safe', NONE),
  'schema-removed': rule(
    'breaking',
    'Generated clients lose the type of that name: code that imports it does not compile. Keep the name.',
  ),
  'documentation-changed': rule('safe', NONE),
} as const satisfies Readonly<Record<string, ChangeRule>>;

export type OperationCode = keyof typeof OPERATION_CATALOG;

/** A code of either catalog; the code of a schema starts with the direction of its values. */
export type ChangeCode = OperationCode | `${Direction}-${SchemaCode}`;

/** The level of a change and what it means for callers. */
export function lookUpChange(code: ChangeCode): ChangeRule {
  if (isOperationCode(code)) return OPERATION_CATALOG[code];
  const direction = code.startsWith('request-') ? 'request' : 'response';
  const rule = SCHEMA_CATALOG[code.slice(direction.length + 1) as SchemaCode];
  return { level: rule[direction], help: rule.help };
}

export function listChangeCodes(): readonly ChangeCode[] {
  const schemaCodes = Object.keys(SCHEMA_CATALOG) as SchemaCode[];
  return [
    ...(Object.keys(OPERATION_CATALOG) as OperationCode[]),
    ...schemaCodes.map((code) => `request-${code}` as const),
    ...schemaCodes.map((code) => `response-${code}` as const),
  ];
}

function isOperationCode(code: ChangeCode): code is OperationCode {
  return Object.hasOwn(OPERATION_CATALOG, code);
}

function rule(level: Level, help: string): ChangeRule {
  return { level, help };
}
