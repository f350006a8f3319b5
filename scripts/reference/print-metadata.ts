import { OPTIONAL_OPENAPI_KEYS, REQUIRED_OPENAPI_KEYS } from '../../src/definition/metadata.js';
import { bullet, code, type as printType, value } from './markdown.js';
import { type Option, readOptions } from './read-options.js';

const REQUIRED: readonly string[] = REQUIRED_OPENAPI_KEYS;
const KNOWN: readonly string[] = [...REQUIRED, ...OPTIONAL_OPENAPI_KEYS];

/** Every key of the metadata: whether it is required, its type, default and effect. */
export function printMetadata(root: string): string {
  const options = readOptions(root, 'src/definition/metadata.ts', 'Metadata');
  const openapi = options.find(({ name }) => name === 'openapi')?.options ?? [];
  const names = openapi.map(({ name }) => name);
  if (String([...names].sort()) !== String([...KNOWN].sort())) {
    throw new Error(`OpenApiMetadata describes ${names}, and the metadata is checked for ${KNOWN}.`);
  }
  const print = (option: Option) => printKey(option, REQUIRED.includes(option.name));
  return (
    options.map((option) => printKey({ ...option, options: [] }, false)).join('\n') +
    `\n\nIn \`openapi\`:\n\n${openapi.map(print).join('\n')}`
  );
}

function printKey(
  { name, type, effect, default: byDefault, options }: Option,
  isRequired: boolean,
  path = '',
): string {
  const required = isRequired ? ', required' : '';
  if (effect.startsWith('Required. ') !== isRequired) throw new Error(`"Required." of ${name} is wrong.`);
  const fallback = byDefault === null ? '' : `, default ${value(byDefault)}`;
  const text = effect.replace(/^Required\. /, '');
  const line = bullet(`${code(path + name)}: ${printType(type)}${required}${fallback}. ${text}`);
  return [line, ...options.map((option) => printKey(option, false, `${name}.`))].join('\n');
}
