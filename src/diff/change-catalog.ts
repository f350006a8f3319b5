import type { Direction, Level } from './level.js';
import { SCHEMA_CATALOG, type SchemaCode } from './schema/schema-catalog.js';

interface ChangeRule {
  readonly level: Level;
  readonly help: string;
}

const DEPRECATE = 'Deprecate it first, with a sunset date, and remove it after that.';
const NONE = 'Nothing changes for callers.';
const MAKE_SURE = 'No sunset date was announced: make sure that nobody uses it any more.';
const STRICTER = 'Callers who do not have it are refused from now on.';

/** What can happen to an API beside its schemas, and how bad it is. */
export const OPERATION_CATALOG = {
  'operation-added': rule('safe', 'Callers who do not know it are not disturbed.'),
  'operation-removed': rule('breaking', DEPRECATE),
  'operation-removed-before-sunset': rule(
    'breaking',
    'Callers were told that they may use it until then. Keep it until then.',
  ),
  'deprecated-operation-removed': rule('risky', MAKE_SURE),
  'operation-removed-after-sunset': rule('safe', 'Callers were told that it would go.'),
  'operation-moved': rule('breaking', 'Callers find nothing at the old place. Serve both for a while.'),
  'operation-id-changed': rule(
    'breaking',
    'The method of generated clients has another name: code that calls it does not compile.',
  ),
  'operation-id-added': rule('safe', NONE),
  'operation-deprecated': rule('safe', 'Callers are told; nothing changes for them yet.'),
  'operation-undeprecated': rule('safe', NONE),
  'sunset-announced': rule('safe', 'Callers are told until when they may use it.'),
  'sunset-moved-earlier': rule('breaking', 'Callers planned with the old date. Keep it, or move it later.'),
  'sunset-moved-later': rule('safe', NONE),
  'sunset-withdrawn': rule('risky', 'Callers no longer know until when they may use it.'),

  'parameter-added': rule('safe', 'Callers who do not know it are not disturbed.'),
  'required-parameter-added': rule('breaking', 'Callers who do not send it are refused. Make it optional.'),
  'parameter-removed': rule(
    'breaking',
    'Calls that send it do not compile, or do not do what they did. Deprecate it first.',
  ),
  'deprecated-parameter-removed': rule('risky', MAKE_SURE),
  'parameter-moved': rule('breaking', 'Callers send it at the old place. Read both for a while.'),
  'path-parameter-renamed': rule(
    'breaking',
    'The input of the generated method has another key: code that calls it does not compile. Keep the name.',
  ),
  'parameter-became-required': rule(
    'breaking',
    'Callers who leave it out are refused. Give it a default instead.',
  ),
  'parameter-became-optional': rule('safe', NONE),
  'parameter-serialization-changed': rule(
    'breaking',
    'Callers write it in the old way, which is now read otherwise.',
  ),
  'parameter-deprecated': rule('safe', 'Callers are told; nothing changes for them yet.'),
  'parameter-undeprecated': rule('safe', NONE),

  'input-added': rule(
    'breaking',
    'The generated method takes an input before the call options: code that passes options alone does not compile.',
  ),
  'input-removed': rule(
    'breaking',
    'The generated method takes the call options first: code that passes an input before them does not compile.',
  ),
  'request-body-added': rule('safe', 'Callers may go on without one.'),
  'required-request-body-added': rule('breaking', 'Callers who send none are refused. Make it optional.'),
  'request-body-removed': rule('breaking', 'What callers send is no longer heard.'),
  'request-body-became-required': rule(
    'breaking',
    'Callers who send none are refused. Give every field a default instead.',
  ),
  'request-body-became-optional': rule('safe', NONE),
  'request-media-type-added': rule('safe', NONE),
  'request-media-type-removed': rule('breaking', 'Callers who send it get a 415. Read it on.'),
  'media-type-changed': rule(
    'risky',
    'How the parts of the body are encoded is another. Read the two side by side.',
  ),

  'success-status-added': rule(
    'risky',
    'Callers who look for the old status take the new one for a failure.',
  ),
  'success-status-removed': rule('breaking', 'Callers look for the old status. Go on answering with it.'),
  'failure-status-added': rule(
    'safe',
    'Callers treat an unknown status like the first of its class (RFC 9110, section 15).',
  ),
  'failure-status-removed': rule('safe', NONE),
  'default-response-added': rule('safe', NONE),
  'default-response-removed': rule('risky', 'What other statuses are answered with is no longer said.'),
  'response-media-type-added': rule('safe', NONE),
  'response-media-type-removed': rule(
    'breaking',
    'Callers who ask for it, or parse it, get something else. Answer with it on.',
  ),
  'response-header-added': rule('safe', 'Callers who do not know it are not disturbed.'),
  'response-header-removed': rule('risky', DEPRECATE),
  'required-response-header-removed': rule('breaking', DEPRECATE),
  'response-header-became-optional': rule(
    'breaking',
    'Callers who count on it fail without it. Always send it.',
  ),
  'response-header-became-required': rule('safe', NONE),

  'security-added': rule('breaking', 'Callers without credentials are refused from now on.'),
  'security-removed': rule('risky', 'Everybody may call it now. Make sure that this is meant.'),
  'security-alternative-added': rule('safe', 'Callers may go on with what they have.'),
  'security-alternative-removed': rule(
    'breaking',
    'Callers who authenticate that way are refused from now on.',
  ),
  'scope-added': rule('breaking', STRICTER),
  'scope-removed': rule('safe', 'Keys that were good before are good still.'),
  'security-scheme-changed': rule('breaking', 'Callers send their credentials in the old way.'),
  'security-scheme-settings-changed': rule(
    'risky',
    'Callers may have the old addresses or scopes in their settings.',
  ),

  'rate-limit-added': rule('risky', 'Callers who call more often get a 429.'),
  'rate-limit-tightened': rule('risky', 'Callers who call more often get a 429.'),
  'rate-limit-relaxed': rule('safe', NONE),
  'rate-limit-removed': rule('safe', NONE),
  'rate-limit-class-changed': rule('safe', 'The calls are counted under another name.'),

  'server-added': rule('safe', NONE),
  'server-removed': rule('risky', 'Make sure that the old address still answers.'),
  'server-path-changed': rule('breaking', 'Every path moves with it. Serve both for a while.'),
  'webhook-added': rule('safe', NONE),
  'webhook-removed': rule('breaking', 'Subscribers wait for it. Deprecate it first.'),
  'callback-changed': rule('risky', 'Callbacks are not compared in depth. Read the two side by side.'),
  'schema-added': rule('safe', NONE),
  'schema-removed': rule(
    'breaking',
    'Generated clients lose the type of that name: code that imports it does not compile. Keep the name.',
  ),
  'documentation-changed': rule('safe', NONE),
} as const satisfies Readonly<Record<string, ChangeRule>>;

export type OperationCode = keyof typeof OPERATION_CATALOG;

/** A code of either catalog; that of a schema says which way its values travel. */
export type ChangeCode = OperationCode | `${Direction}-${SchemaCode}`;

/** How bad a change of this code is, and what it means for callers. */
export function lookUpChange(code: ChangeCode): ChangeRule {
  if (isOperationCode(code)) return OPERATION_CATALOG[code];
  const direction = code.startsWith('request-') ? 'request' : 'response';
  const rule = SCHEMA_CATALOG[code.slice(direction.length + 1) as SchemaCode];
  return { level: rule[direction], help: rule.help };
}

/** Every code there is. */
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
