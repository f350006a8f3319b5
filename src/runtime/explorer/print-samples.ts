import { printClientMethod, printLiteral, printPropertyName } from '../../dashboard/print-literal.js';
import type { Example, FormPart } from './make-example.js';
import type { Operation } from './openapi.js';

/** The settings that all samples of an API share. */
export interface SampleContext {
  /** The URL of the server without the prefix. */
  readonly baseUrl: string;
  readonly prefix: string;
  /** The header that carries the credentials, and the scheme before them. */
  readonly credentials: { readonly header: string; readonly prefix: string };
}

/** A code sample in the form of `x-codeSamples`. */
export interface CodeSample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** An operation and the values of one call. */
export interface SampleCall {
  /** In upper case. */
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  readonly example: Example;
}

/** Prints one call for the generated client, for `fetch` and for curl. */
export function printSamples(call: SampleCall, context: SampleContext): readonly CodeSample[] {
  return [
    { lang: 'typescript', label: 'Generated client', source: printClientCall(call, context) },
    { lang: 'javascript', label: 'fetch', source: printFetch(call, context) },
    { lang: 'shell', label: 'curl', source: printCurl(call, context) },
  ];
}

function printClientCall({ operation, example }: SampleCall, { baseUrl }: SampleContext): string {
  const values = [...example.parameters].map(([{ name }, value]) => [name, value] as const);
  const input = { ...Object.fromEntries(values), ...asObject(example.body), ...joinParts(example.form) };
  const takesInput = values.length > 0 || example.body !== undefined || example.form !== undefined;
  const printed = takesInput ? printInput(input) : '';
  const method = printClientMethod(operation.operationId);
  const options = isProtected(operation)
    ? `{ baseUrl: ${printLiteral(baseUrl)}, apiKey: process.env.API_KEY }`
    : `{ baseUrl: ${printLiteral(baseUrl)} }`;
  return [
    ...(hasFiles(example) ? [OPEN_FILES] : []),
    "import { createClient } from './generated/client.js';",
    '',
    `const api = createClient(${options});`,
    printStatement(operation, method, printed),
  ].join('\n');
}

function printStatement(operation: Operation, method: string, input: string): string {
  if (isRedirect(operation)) return `location.href = ${method}.url(${input});`;
  const call = `${method}(${input})`;
  return isStream(operation)
    ? `for await (const item of ${call}) console.log(item);`
    : `const result = await ${call};`;
}

/** Returns the flag that shows items as they arrive, or the target of a redirect. */
function printCurlFlag(operation: Operation): string {
  if (isRedirect(operation)) return ' -i';
  return isStream(operation) ? ' -N' : '';
}

function printFetch(call: SampleCall, context: SampleContext): string {
  const { method, operation, example } = call;
  const { header, prefix } = context.credentials;
  const headers = [
    ...(isProtected(operation)
      ? [
          `${printPropertyName(header)}: ${prefix === '' ? 'process.env.API_KEY' : `\`${prefix} \${process.env.API_KEY}\``}`,
        ]
      : []),
    ...(example.body === undefined ? [] : ["'Content-Type': 'application/json'"]),
  ];
  const options = [
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    ...(headers.length > 0 ? [`  headers: { ${headers.join(', ')} },`] : []),
    ...(example.body === undefined ? [] : [`  body: JSON.stringify(${printLiteral(example.body)}),`]),
    ...(example.form ? ['  body: form,'] : []),
  ];
  const init = options.length > 0 ? `, {\n${options.join('\n')}\n}` : '';
  const request = `const response = await fetch(${printLiteral(printUrl(call, context))}${init});`;
  return [...printFormData(example), request].join('\n');
}

const OPEN_FILES = "import { openAsBlob } from 'node:fs';";

function hasFiles({ form = [] }: Example): boolean {
  return form.some(({ as }) => as === 'file');
}

function printFormData(example: Example): readonly string[] {
  if (!example.form) return [];
  return [
    ...(hasFiles(example) ? [OPEN_FILES, ''] : []),
    'const form = new FormData();',
    ...example.form.map(({ name, as, value }) => {
      const own = as === 'json' ? `JSON.stringify(${printLiteral(value)})` : printLiteral(String(value));
      const printed = as === 'file' ? `await openAsBlob(${own}), ${own}` : own;
      return `form.append(${printLiteral(name)}, ${printed});`;
    }),
  ];
}

/** An expression in place of a value. */
class Code {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

function printInput(input: object): string {
  const members = Object.entries(input).map(([name, value]) => `${printPropertyName(name)}: ${print(value)}`);
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}';
}

function print(value: unknown): string {
  if (value instanceof Code) return value.text;
  const hasCode = Array.isArray(value) && value.some((item) => item instanceof Code);
  return hasCode ? `[${value.map(print).join(', ')}]` : printLiteral(value);
}

/** Joins the parts of a form to the input of the client. */
function joinParts(parts: readonly FormPart[] = []): object {
  const input: Record<string, unknown> = {};
  for (const { name, as, isList, value } of parts) {
    const given = as === 'file' ? new Code(`await openAsBlob(${printLiteral(String(value))})`) : value;
    input[name] = isList ? [...((input[name] as unknown[] | undefined) ?? []), given] : given;
  }
  return input;
}

function printCurl(call: SampleCall, context: SampleContext): string {
  const { method, operation, example } = call;
  const { header, prefix } = context.credentials;
  return [
    `curl${printCurlFlag(operation)}${method === 'GET' || (method === 'POST' && example.form) ? '' : ` -X ${method}`} ${quote(printUrl(call, context))}`,
    // In double quotes, so that the shell expands the variable.
    ...(isProtected(operation) ? [`-H "${header}: ${prefix === '' ? '' : `${prefix} `}$API_KEY"`] : []),
    ...(example.body === undefined
      ? []
      : [`-H ${quote('Content-Type: application/json')}`, `-d ${quote(JSON.stringify(example.body))}`]),
    ...(example.form ?? []).map(printCurlPart),
  ].join(' \\\n  ');
}

/** Only files use `-F`, in which a semicolon adds attributes. */
function printCurlPart({ name, as, value }: FormPart): string {
  if (as === 'file') return `-F ${quote(`${name}=@${value}`)}`;
  return `--form-string ${quote(`${name}=${as === 'json' ? JSON.stringify(value) : value}`)}`;
}

/** Prints the whole URL, with the query in the format that the API parses. */
function printUrl({ path, example }: SampleCall, { baseUrl, prefix }: SampleContext): string {
  let filled = path;
  const query: string[] = [];
  for (const [parameter, value] of example.parameters) {
    const { name } = parameter;
    if (parameter.in === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(String(value)));
    if (parameter.in === 'query') query.push(...listPairs(name, value));
  }
  return `${baseUrl}${prefix}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`;
}

/** Lists pairs: `a=1`, a repeated `a=1&a=2` for a list, `a[b]=1` for an object. */
function listPairs(name: string, value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => listPairs(name, item));
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([key, member]) => listPairs(`${name}[${key}]`, member));
  return [`${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`];
}

/** Whether the response is a stream of items. */
function isStream({ responses = {} }: Operation): boolean {
  const types = Object.values(responses).flatMap(({ content = {} }) => Object.keys(content));
  return types.some((type) => type === 'text/event-stream' || type === 'application/jsonl');
}

function isProtected({ security = [] }: Operation): boolean {
  return security.length > 0;
}

/** Whether the client has a URL for the operation instead of a call. */
function isRedirect({ responses = {} }: Operation): boolean {
  const successes = Object.keys(responses).filter((status) => /^[23]/.test(status));
  return successes.length > 0 && successes.every((status) => status.startsWith('3'));
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

/** Quotes one word of a shell command. */
function quote(text: string): string {
  return `'${text.replace(/'/g, "'\\''")}'`;
}
