import type { Direction, Level } from '../level.js';

interface SchemaRule extends Readonly<Record<Direction, Level>> {
  readonly help: string;
}

const KEEP = 'Keep it, deprecate it, and remove it once nobody uses it.';
const NARROWER =
  'Values that were good before may be refused. Take the old ones too, or offer a new operation.';
const GONE = `${NARROWER} Code that compares answers with what is gone does not compile.`;
const SURE = 'Make sure that nobody uses it any more.';
const REFUSED = 'Requests that carry it are refused, although it was deprecated. Go on taking it.';
const MISSED = 'Callers count on it although it is deprecated. Go on answering with it.';
const WIDER =
  'Callers may meet values they were not told of. Answer the old ones on, or offer a new operation.';
const SEE = 'Whether callers notice cannot be told from the descriptions. Read the two side by side.';
const TYPE = 'Add a field of the new type beside the old one, and deprecate that.';

/**
 * What can happen to a schema, and how bad it is for values that callers send and for values they get. What makes a
 * schema take fewer values breaks requests and is safe in answers; what makes it take more, the other way round.
 */
export const SCHEMA_CATALOG = {
  'type-changed': rule('breaking', 'breaking', TYPE),
  'type-narrowed': rule('breaking', 'safe', NARROWER),
  'type-specified': rule('breaking', 'breaking', GONE),
  'type-widened': rule('safe', 'breaking', WIDER),
  'became-nullable': rule(
    'safe',
    'breaking',
    'Callers who do not look for null fail on it. Leave the field out instead.',
  ),
  'became-not-nullable': rule('breaking', 'safe', NARROWER),

  'enum-value-removed': rule('breaking', 'breaking', GONE),
  'enum-value-added': rule(
    'safe',
    'risky',
    'Callers who handle every value one by one do not know the new one. Tell them.',
  ),
  'became-enum': rule('breaking', 'breaking', GONE),
  'enum-lifted': rule('safe', 'breaking', WIDER),
  'const-changed': rule('breaking', 'breaking', 'Callers send, and look for, the old value.'),

  'bound-tightened': rule('breaking', 'safe', NARROWER),
  'bound-relaxed': rule('safe', 'breaking', WIDER),
  'multiple-changed': rule('breaking', 'breaking', NARROWER),
  'pattern-added': rule('breaking', 'safe', NARROWER),
  'pattern-removed': rule('safe', 'risky', WIDER),
  'pattern-changed': rule(
    'risky',
    'risky',
    'Two patterns cannot be compared. Make sure that the new one takes all that the old one took.',
  ),
  'format-added': rule('breaking', 'safe', NARROWER),
  'format-removed': rule('safe', 'breaking', WIDER),
  'format-changed': rule('breaking', 'breaking', TYPE),
  'format-narrowed': rule('breaking', 'safe', NARROWER),
  'format-widened': rule('safe', 'breaking', WIDER),
  'content-changed': rule('breaking', 'breaking', 'Callers encode and decode the text in the old way.'),

  'property-added': rule('safe', 'safe', 'Callers who do not know it are not disturbed.'),
  'property-added-to-closed': rule(
    'safe',
    'risky',
    'The object was closed: callers who check answers strictly refuse the new field.',
  ),
  'required-property-added': rule(
    'breaking',
    'safe',
    'Callers who do not send it are refused. Make it optional.',
  ),
  'required-property-added-to-closed': rule(
    'breaking',
    'risky',
    'Make it optional in requests; callers who check answers strictly refuse the new field.',
  ),
  'property-removed': rule('breaking', 'breaking', KEEP),
  'deprecated-property-removed': rule('risky', 'risky', SURE),
  'deprecated-property-removed-from-closed': rule('breaking', 'risky', REFUSED),
  'required-deprecated-property-removed': rule('risky', 'breaking', MISSED),
  'required-deprecated-property-removed-from-closed': rule('breaking', 'breaking', `${REFUSED} ${MISSED}`),
  'property-became-required': rule(
    'breaking',
    'safe',
    'Callers who leave it out are refused. Give it a default instead.',
  ),
  'property-became-optional': rule(
    'safe',
    'breaking',
    'Callers who count on it fail without it. Always send it.',
  ),
  'additional-properties-added': rule('safe', 'safe', 'Nothing changes for callers.'),
  'additional-properties-removed': rule(
    'breaking',
    'breaking',
    'Code that sends or reads fields of other names does not compile. Declare those that callers use.',
  ),
  'object-closed': rule(
    'breaking',
    'safe',
    'Who sends fields that are not declared is refused. Ignore them instead.',
  ),
  'object-opened': rule(
    'safe',
    'risky',
    'Callers who check answers strictly refuse fields they do not know.',
  ),

  'unique-items-added': rule('breaking', 'safe', NARROWER),
  'unique-items-removed': rule('safe', 'risky', 'Callers may now meet an item twice.'),
  'tuple-shortened': rule('breaking', 'breaking', KEEP),
  'tuple-extended': rule('safe', 'breaking', WIDER),

  'union-member-added': rule('safe', 'breaking', WIDER),
  'union-member-removed': rule('breaking', 'breaking', GONE),
  'union-overlaps': rule(
    'risky',
    'risky',
    'With `oneOf`, what fits two members is refused. Use `anyOf`, or a discriminator.',
  ),
  'discriminator-changed': rule('risky', 'risky', 'Generated clients tell the members apart by it.'),

  'constraint-added': rule('breaking', 'safe', NARROWER),
  'constraint-removed': rule('safe', 'breaking', WIDER),
  'constraint-changed': rule('risky', 'risky', SEE),
  'access-changed': rule('risky', 'risky', SEE),
  'default-changed': rule('risky', 'safe', 'Calls that leave it out mean something else than before.'),
  deprecated: rule('safe', 'safe', 'Callers are told; nothing changes for them yet.'),
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
