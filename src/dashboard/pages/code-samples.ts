import { DEFAULT_PREFIX } from '../../protocol/path-template.js';
import type { SampleCall } from '../key-use.js';
import type { PageContext } from '../page-context.js';
import { printClientMethod, printLiteral } from '../print-literal.js';

/** Sample programs that call the API, as text to copy. */
export interface CodeSamples {
  /** A shell command that contains the key. */
  readonly curl: string;
  readonly fetch: string;
  /** Uses the generated client. */
  readonly client: string;
}

type SampleContext = Pick<PageContext, 'origin' | 'prefix'>;

/** Prints sample calls that send the key. */
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
const result = await ${printClientMethod(sample.operation)}(${sample.input === null ? '' : printLiteral(sample.input)});
console.log(result.success ? result : result.message);`,
  };
}

/** The line for an `.env` file. */
export function printEnvLine(secret: string): string {
  return `API_KEY=${secret}`;
}

/** Quotes the URL unless a shell reads it as one plain word. The URL contains no quotes. */
function quoteForShell(url: string): string {
  return /^[\w.:/[\]%-]+$/.test(url) && !/[[\]]/.test(url) ? url : `'${url}'`;
}
