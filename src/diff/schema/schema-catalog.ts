import type { Direction, Level } from '../level.js';

interface SchemaRule extends Readonly<Record<Direction, Level>> {
  readonly help: string;
}

const KEEP = 'Keep it, deprecate it, and remove it once nobody uses it.';
const NARROWER = 'Previously valid values may be refused. Accept the old ones too, or offer a new operation.';
const GONE = `${NARROWER} Code that compares responses with a removed value does not compile.`;
const SURE = 'Make sure that nobody uses it anymore.';
const REFUSED =
  'Requests that contain it are refused although it was only deprecated. Continue to accept it.';
const MISSED = 'Callers rely on it although it is deprecated. Continue to send it.';
const WIDER =
  'Callers may get values they do not expect. Continue to send only the old ones, or offer a new operation.';
const SEE = 'The descriptions do not tell whether callers are affected. Compare the two.';
const TYPE = 'Add a field with the new type and deprecate the old one.';
const UNAFFECTED = 'Existing callers are not affected.';

/**
 * The changes of a schema with their levels in requests and in responses. A schema that accepts fewer values breaks
 * requests and is safe in responses; one that accepts more does the opposite.
 */
export const SCHEMA_CATALOG = {
  'type-changed': rule('breaking', 'breaking', TYPE),
  'type-narrowed': rule('breaking', 'safe', NARROWER),
  'type-specified': rule('breaking', 'breaking', GONE),
  'type-widened': rule('safe', 'breaking', WIDER),
  'became-nullable': rule(
    'safe',
    'breaking',
    'Callers that do not check for null fail. Omit the field instead.',
  ),
  'became-not-nullable': rule('breaking', 'safe', NARROWER),

  'enum-value-removed': rule('breaking', 'breaking', GONE),
  'enum-value-added': rule(
    'safe',
    'risky',
    'Callers that handle every value separately do not know the new one. Announce it.',
  ),
  'became-enum': rule('breaking', 'breaking', GONE),
  'enum-lifted': rule('safe', 'breaking', WIDER),
  'const-changed': rule('breaking', 'breaking', 'Callers send and expect the old value.'),

  'bound-tightened': rule('breaking', 'safe', NARROWER),
  'bound-relaxed': rule('safe', 'breaking', WIDER),
  'multiple-changed': rule('breaking', 'breaking', NARROWER),
  'pattern-added': rule('breaking', 'safe', NARROWER),
  'pattern-removed': rule('safe', 'risky', WIDER),
  'pattern-changed': rule(
    'risky',
    'risky',
    'Patterns cannot be compared. Make sure that the new one accepts everything that the old one did.',
  ),
  'format-added': rule('breaking', 'safe', NARROWER),
  'format-removed': rule('safe', 'breaking', WIDER),
  'format-changed': rule('breaking', 'breaking', TYPE),
  'format-narrowed': rule('breaking', 'safe', NARROWER),
  'format-widened': rule('safe', 'breaking', WIDER),
  'content-changed': rule('breaking', 'breaking', 'Callers encode and decode the text as before.'),

  'property-added': rule('safe', 'safe', UNAFFECTED),
  'property-added-to-closed': rule(
    'safe',
    'risky',
    'The object was closed: callers that validate responses strictly refuse the new field.',
  ),
  'required-property-added': rule('breaking', 'safe', 'Callers that omit it are refused. Make it optional.'),
  'required-property-added-to-closed': rule(
    'breaking',
    'risky',
    'Make it optional in requests; callers that validate responses strictly refuse the new field.',
  ),
  'property-removed': rule('breaking', 'breaking', KEEP),
  'deprecated-property-removed': rule('risky', 'risky', SURE),
  'deprecated-property-removed-from-closed': rule('breaking', 'risky', REFUSED),
  'required-deprecated-property-removed': rule('risky', 'breaking', MISSED),
  'required-deprecated-property-removed-from-closed': rule('breaking', 'breaking', `${REFUSED} ${MISSED}`),
  'property-became-required': rule(
    'breaking',
    'safe',
    'Callers that omit it are refused. Give it a default instead.',
  ),
  'property-became-optional': rule(
    'safe',
    'breaking',
    'Callers that rely on it fail without it. Always send it.',
  ),
  'additional-properties-added': rule('safe', 'safe', 'Nothing changes for callers.'),
  'additional-properties-removed': rule(
    'breaking',
    'breaking',
    'Code that sends or reads undeclared fields does not compile. Declare those that callers use.',
  ),
  'object-closed': rule(
    'breaking',
    'safe',
    'Callers that send undeclared fields are refused. Ignore them instead.',
  ),
  'object-opened': rule('safe', 'risky', 'Callers that validate responses strictly refuse unknown fields.'),

  'unique-items-added': rule('breaking', 'safe', NARROWER),
  'unique-items-removed': rule('safe', 'risky', 'Callers may now get an item twice.'),
  'tuple-shortened': rule('breaking', 'breaking', KEEP),
  'tuple-extended': rule('safe', 'breaking', WIDER),

  'union-member-added': rule('safe', 'breaking', WIDER),
  'union-member-removed': rule('breaking', 'breaking', GONE),
  'union-overlaps': rule(
    'risky',
    'risky',
    'With `oneOf`, a value that matches two members is refused. Use `anyOf` or a discriminator.',
  ),
  'discriminator-changed': rule('risky', 'risky', 'Generated clients distinguish the members by it.'),

  'constraint-added': rule('breaking', 'safe', NARROWER),
  'constraint-removed': rule('safe', 'breaking', WIDER),
  'constraint-changed': rule('risky', 'risky', SEE),
  'access-changed': rule('risky', 'risky', SEE),
  'default-changed': rule('risky', 'safe', 'Calls that omit it now have another meaning.'),
  deprecated: rule('safe', 'safe', 'Callers are warned; nothing changes for them yet.'),
  undeprecated: rule('safe', 'safe', 'Nothing changes for callers.'),
  'documentation-changed': rule('safe', 'safe', 'Nothing changes for callers.'),
} as const satisfies Readonly<Record<string, SchemaRule>>;

export type SchemaCode = keyof typeof SCHEMA_CATALOG;

function rule<const Request extends Level, const Response extends Level>(
  request: Request,
  response: Response,
  help: string,
) {
  return { request, response, help };
}
