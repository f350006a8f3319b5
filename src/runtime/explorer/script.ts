/** Reads `openapi.json`, lists its operations, and sends what is typed into their forms. */
async function explore(): Promise<void> {
  const base = location.pathname.replace(/\/docs\/?$/, '');
  const byId = (id: string) => document.getElementById(id) as HTMLElement;
  let description: Description;
  try {
    const response = await fetch(`${base}/openapi.json`);
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    description = await response.json();
  } catch (error) {
    byId('status').textContent = `The description cannot be read: ${(error as Error).message}`;
    return;
  }
  const scheme = Object.values(description.components?.securitySchemes ?? {})[0];
  const credentials: Exploration['credentials'] =
    scheme?.type === 'apiKey'
      ? { header: scheme.name ?? 'Authorization', prefix: '' }
      : { header: 'Authorization', prefix: 'Bearer ' };
  const { title, version } = description.info;
  document.title = title;
  byId('title').textContent = title;
  byId('version').textContent = version;
  if (scheme) {
    const label = [credentials.header, credentials.prefix.trim()].filter((text) => text !== '').join(': ');
    byId('credentials').hidden = false;
    (byId('credentials').firstElementChild as HTMLElement).textContent = label;
  }
  showOperations({ description, base, credentials });
}

/** Fills the page: the operations by their tags, and the contents that lead to them. */
function showOperations(exploration: Exploration): void {
  const { description } = exploration;
  const contents = document.getElementById('contents') as HTMLElement;
  const main = document.getElementById('operations') as HTMLElement;
  const about = description.info.description;
  main.replaceChildren(...(about ? [make('p', { class: 'description', text: about })] : []));
  for (const [tag, places] of listOperations(description)) {
    contents.append(make('h2', { text: tag }));
    main.append(make('h2', { text: tag }));
    for (const place of places) {
      const element = makeOperation(exploration, place);
      const link = make('a', { text: place.operation.summary ?? place.path }) as HTMLAnchorElement;
      link.href = `#${encodeURIComponent(element.id)}`;
      link.addEventListener('click', () => element.setAttribute('open', ''));
      contents.append(link);
      main.append(element);
    }
  }
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  target?.setAttribute('open', '');
  target?.scrollIntoView();
}

/** The operations under their tags, those without a tag under `Other`. A tag that no operation has is left out. */
function listOperations(description: Description): Map<string, readonly OperationPlace[]> {
  const places = Object.entries(description.paths).flatMap(([path, methods]) =>
    ['get', 'post', 'put', 'patch', 'delete'].flatMap((method): OperationPlace[] => {
      const operation = methods[method];
      return operation ? [{ method: method.toUpperCase(), path, operation }] : [];
    }),
  );
  const tagsOf = ({ operation }: OperationPlace) => operation.tags ?? ['Other'];
  const tags = [...(description.tags ?? []).map(({ name }) => name), ...places.flatMap(tagsOf)];
  const byTag = tags.map((tag) => [tag, places.filter((place) => tagsOf(place).includes(tag))] as const);
  return new Map(byTag.filter(([, own]) => own.length > 0));
}

/** An operation as a block that opens: what it is, its form, and what it may answer. */
function makeOperation(exploration: Exploration, place: OperationPlace): HTMLElement {
  const { method, path, operation } = place;
  const id = operation.operationId ?? `${method} ${path}`;
  const heading = make(
    'summary',
    {},
    make('span', { class: `method ${method}`, text: method }),
    make('span', { class: 'path', text: path }),
    make('span', { class: 'note', text: operation.summary ?? '' }),
  );
  const notes = [
    id,
    operation.security?.length ? 'needs credentials' : 'public',
    ...(operation.deprecated ? ['deprecated'] : []),
  ];
  const content = make('div', {}, make('p', { class: 'note', text: notes.join(' · ') }));
  if (operation.description) content.append(make('p', { class: 'description', text: operation.description }));
  content.append(makeForm(exploration, place), make('h3', { text: 'Responses' }));
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    const about = response.description ?? (response.$ref ?? '').split('/').at(-1);
    content.append(make('div', {}, make('code', { text: status }), make('span', { text: ` ${about}` })));
    const schema = Object.values(response.content ?? {})[0]?.schema;
    if (schema !== undefined) content.append(make('pre', { text: printSchemas(exploration, schema) }));
  }
  const mark = operation.deprecated ? ' deprecated' : '';
  return make('details', { class: `operation${mark}`, id }, heading, content);
}

/** The form of an operation: a field a parameter, its body, and where the answer is shown. */
function makeForm(exploration: Exploration, { method, path, operation }: OperationPlace): HTMLFormElement {
  const { description, base, credentials } = exploration;
  const fields = new Map<Parameter, HTMLInputElement>();
  const bodySchema = operation.requestBody?.content?.['application/json']?.schema;
  const body = document.createElement('textarea');

  const makeRow = (parameter: Parameter) => {
    const input = document.createElement('input');
    input.setAttribute('aria-label', parameter.name);
    input.required = parameter.required === true;
    const type = parameter.schema?.type;
    if (type === 'array') input.placeholder = '["…"]';
    if (type === 'object') input.placeholder = '{"…": "…"}';
    fields.set(parameter, input);
    const about = make('td', {}, make('code', { text: printSchema(parameter.schema) }));
    if (parameter.description) about.append(make('div', { class: 'hint', text: parameter.description }));
    const name = `${parameter.name}${parameter.required ? ' *' : ''}`;
    const place = make('div', { class: 'hint', text: parameter.in });
    return make('tr', {}, make('th', { text: name }, place), about, make('td', {}, input));
  };

  const readRequest = (): ExplorerRequest => {
    const query = new URLSearchParams();
    const headers: Record<string, string> = {};
    let url = base + path;
    for (const [parameter, { value }] of fields) {
      if (parameter.in === 'path') url = url.replace(`{${parameter.name}}`, encodeURIComponent(value));
      else if (parameter.in === 'query' && value !== '') addToQuery(query, parameter.name, readField(value));
      else if (parameter.in === 'header' && value !== '') headers[parameter.name] = value;
    }
    const key = (document.getElementById('key') as HTMLInputElement).value.trim();
    if (key !== '') headers[credentials.header] = credentials.prefix + key;
    const hasBody = bodySchema !== undefined && body.value !== '';
    if (hasBody) headers['Content-Type'] = 'application/json';
    return {
      method,
      url: query.size > 0 ? `${url}?${query}` : url,
      headers,
      body: hasBody ? body.value : null,
    };
  };

  const form = make('form') as HTMLFormElement;
  const rows = (operation.parameters ?? []).flatMap((listed) => {
    const named = '$ref' in listed ? listed.$ref.split('/').pop() : undefined;
    const parameter = '$ref' in listed ? description.components?.parameters?.[named ?? ''] : listed;
    return parameter ? [makeRow(parameter)] : [];
  });
  if (rows.length > 0) form.append(make('h3', { text: 'Parameters' }), make('table', {}, ...rows));
  if (bodySchema !== undefined) {
    body.setAttribute('aria-label', 'Body');
    body.spellcheck = false;
    body.value = JSON.stringify(sampleValue(bodySchema, description.components?.schemas ?? {}), null, 2);
    const shape = make('pre', { text: printSchemas(exploration, bodySchema) });
    form.append(make('h3', { text: 'Body' }), shape, body);
  }
  const button = make('button', { text: 'Send' }) as HTMLButtonElement;
  const output = make('div');
  output.setAttribute('aria-live', 'polite');
  form.append(button, output);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    await sendRequest(readRequest(), output);
    button.disabled = false;
  });
  return form;
}

/** `a=1`, a repeated `a=1&a=2` for a list, `a[b]=1` for an object. */
function addToQuery(query: URLSearchParams, name: string, value: unknown): void {
  if (Array.isArray(value)) for (const item of value) addToQuery(query, name, item);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, entry] of Object.entries(value)) addToQuery(query, `${name}[${key}]`, entry);
  } else query.append(name, String(value));
}

/** What is typed for a parameter: JSON where it is a list or an object, the text itself otherwise. */
function readField(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** A value to start typing from. */
function sampleValue(schema: Schema, schemas: NamedSchemas, depth = 0): unknown {
  if (!schema || typeof schema !== 'object' || depth > 6) return null;
  const sample = (part: Schema) => sampleValue(part, schemas, depth + 1);
  if (schema.$ref) return sample(schemas[String(schema.$ref).split('/').at(-1) as string]);
  if ('default' in schema) return schema.default;
  if (schema.examples?.length) return schema.examples[0];
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  const member = schema.oneOf?.[0] ?? schema.anyOf?.[0];
  if (member) return sample(member);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(sample));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'array') return [];
  if (type === 'boolean') return false;
  if (type === 'integer' || type === 'number') return schema.minimum ?? 0;
  if (type === 'string') return schema.format === 'date-time' ? new Date().toISOString() : '';
  if (type !== 'object' && !schema.properties) return null;
  const required: string[] = schema.required ?? [];
  return Object.fromEntries(required.map((key) => [key, sample(schema.properties?.[key])]));
}

/** The schema's text, and under it the schemas that it names, each once. */
function printSchemas({ description }: Exploration, schema: Schema): string {
  const schemas = description.components?.schemas ?? {};
  const names = new Set<string>();
  const visit = (part: unknown): void => {
    if (typeof part !== 'object' || part === null) return;
    const { $ref } = part as { $ref?: unknown };
    const name = typeof $ref === 'string' ? ($ref.split('/').at(-1) as string) : undefined;
    if (name !== undefined && !names.has(name)) {
      names.add(name);
      visit(schemas[name]);
    }
    Object.values(part).forEach(visit);
  };
  visit(schema);
  const named = [...names].map((name) => `${name} = ${printSchema(schemas[name])}`);
  return [printSchema(schema), ...named].join('\n\n');
}

/** The schema in the notation of TypeScript, names left as names. */
function printSchema(schema: Schema, indent = ''): string {
  if (schema === undefined || schema === true) return 'unknown';
  if (schema === false) return 'never';
  if (schema.$ref) return String(schema.$ref).split('/').at(-1) as string;
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value: unknown) => JSON.stringify(value)).join(' | ');
  const members = schema.oneOf ?? schema.anyOf;
  if (members) return members.map((member: Schema) => printSchema(member, indent)).join(' | ');
  if (schema.allOf) return schema.allOf.map((member: Schema) => printSchema(member, indent)).join(' & ');
  if (Array.isArray(schema.type)) return schema.type.join(' | ');
  if (schema.type === 'array') {
    const item = printSchema(schema.items, indent);
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
  }
  if (schema.type !== 'object' && !schema.properties) {
    return `${schema.type ?? 'unknown'}${schema.format ? ` (${schema.format})` : ''}`;
  }
  const inner = `${indent}  `;
  const lines = Object.entries<Schema>(schema.properties ?? {}).map(([key, value]) => {
    const mark = schema.required?.includes(key) ? '' : '?';
    const remark = value?.description ? `  // ${String(value.description).replaceAll('\n', ' ')}` : '';
    return `${inner}${key}${mark}: ${printSchema(value, inner)}${remark}`;
  });
  const rest = schema.additionalProperties;
  if (rest && typeof rest === 'object') lines.push(`${inner}[key]: ${printSchema(rest, inner)}`);
  return lines.length > 0 ? `{\n${lines.join('\n')}\n${indent}}` : '{}';
}

/** Sends `request` and shows in `output` what came back. */
async function sendRequest(
  { method, url, headers, body }: ExplorerRequest,
  output: HTMLElement,
): Promise<void> {
  const indentJson = (text: string) => {
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text === '' ? '(no body)' : text;
    }
  };
  const start = performance.now();
  try {
    const response = await fetch(url, { method, headers, body, credentials: 'omit', redirect: 'error' });
    const text = await response.text();
    const line = `${response.status} ${response.statusText} in ${Math.round(performance.now() - start)} ms`;
    const fields = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
    const summary = make('summary', { text: 'Headers' });
    output.replaceChildren(
      make('h3', { class: response.ok ? 'fine' : 'failed', text: line }),
      make('div', { class: 'hint path', text: `${method} ${url}` }),
      make('pre', { text: indentJson(text) }),
      make('details', {}, summary, make('pre', { text: fields })),
    );
  } catch (error) {
    const text = `No answer: ${(error as Error).message}`;
    output.replaceChildren(make('h3', { class: 'failed', text }));
  }
}

/** Makes an element; `text` reaches the page as text only. */
function make(tag: string, options: ElementOptions = {}, ...children: Node[]): HTMLElement {
  const element = document.createElement(tag);
  if (options.class) element.className = options.class;
  if (options.id) element.id = options.id;
  if (options.text !== undefined) element.textContent = options.text;
  element.append(...children);
  return element;
}

const FUNCTIONS = [
  explore,
  showOperations,
  listOperations,
  makeOperation,
  makeForm,
  addToQuery,
  readField,
  sampleValue,
  printSchemas,
  printSchema,
  sendRequest,
  make,
];

/** The explorer's script, as the browser gets it: the source texts of functions that reach nothing but each other. */
export const EXPLORER_SCRIPT = `'use strict';\n${FUNCTIONS.join('\n')}\n${explore.name}();\n`;

/** As much of a description as the explorer shows. */
interface Description {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly tags?: readonly { readonly name: string }[];
  readonly components?: {
    readonly schemas?: NamedSchemas;
    readonly parameters?: Readonly<Record<string, Parameter>>;
    readonly securitySchemes?: Readonly<Record<string, SecurityScheme>>;
  };
}

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content?: Content };
  readonly responses?: Readonly<Record<string, Response>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

interface SecurityScheme {
  readonly type: string;
  readonly name?: string;
}

/** A JSON Schema, or whatever stands in its place. */
// biome-ignore lint/suspicious/noExplicitAny: the description is read as it comes, and every look at it is guarded.
type Schema = any;

/** The schemas that a `$ref` names. */
type NamedSchemas = Readonly<Record<string, Schema>>;

/** Where an operation stands. */
interface OperationPlace {
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Content;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

/** What the functions work on. */
interface Exploration {
  readonly description: Description;
  /** Where the API stands, without a slash at the end: `/api`. */
  readonly base: string;
  /** The header that a key travels in, and what stands before the key. */
  readonly credentials: { readonly header: string; readonly prefix: string };
}

interface ElementOptions {
  readonly class?: string;
  readonly text?: string;
  readonly id?: string;
}

/** A request as its form has it. */
interface ExplorerRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}
