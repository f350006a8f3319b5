import { DEFAULT_PREFIX } from '../../protocol/path-template.js';
import type { SampleCall } from '../key-use.js';
import type { PageContext } from '../page-context.js';

/** How programs call the API, as text to copy. */
export interface CodeSamples {
  /** With the key in it, for a shell. */
  readonly curl: string;
  readonly fetch: string;
  /** With the generated client. */
  readonly client: string;
}

type SampleContext = Pick<PageContext, 'origin' | 'prefix'>;

/** Calls that send the key; without a sample the programs stop before the call, and there is no curl. */
export function printCodeSamples(context: SampleContext, sample: SampleCall, secret: string): CodeSamples {
  const { origin, prefix = DEFAULT_PREFIX } = context;
  const url = `${origin.scheme}://${origin.host}${prefix}${sample.path}`;
  return {
    curl: `curl -H "Authorization: Bearer ${secret}" ${quoteForShell(url)}`,
    fetch: `const response = await fetch('${url}', {
  headers: { Authorization: \`Bearer \${process.env.API_KEY}\` },
});
console.log(response.status, await response.json());`,
    client: `import { createClient } from './generated/client.js';

const api = createClient({
  baseUrl: '${origin.scheme}://${origin.host}',
  apiKey: process.env.API_KEY,
});
const result = await api.${sample.operation}(${sample.input === null ? '' : printInput(sample.input)});
console.log(result.success ? result : result.message);`,
  };
}

/** The line of an `.env` file. */
export function printEnvLine(secret: string): string {
  return `API_KEY=${secret}`;
}

/** As it is where a shell reads it as one plain word. The URL holds no quote. */
function quoteForShell(url: string): string {
  return /^[\w.:/[\]%-]+$/.test(url) && !/[[\]]/.test(url) ? url : `'${url}'`;
}

/** A JavaScript literal: `{ id: 1 }`. */
function printInput(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(printInput).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return printText(value);
  const fields = Object.entries(value).map(
    ([name, item]) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : printText(name)}: ${printInput(item)}`,
  );
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

function printText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value);
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
