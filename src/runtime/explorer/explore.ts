/** As much of a description as the explorer shows. */
interface Description {
  info: { title: string; version: string; description?: string };
  paths: Record<string, Record<string, Operation>>;
  tags?: { name: string; description?: string }[];
  components?: { schemas?: Record<string, Schema>; securitySchemes?: Record<string, SecurityScheme> };
}

interface Operation {
  operationId?: string;
  summary?: string;
  description?: string;
  deprecated?: boolean;
  tags?: string[];
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content?: Record<string, { schema?: Schema }> };
  responses?: Record<
    string,
    { $ref?: string; description?: string; content?: Record<string, { schema?: Schema }> }
  >;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Schema;
}

interface SecurityScheme {
  type: string;
  scheme?: string;
  name?: string;
}

/** A JSON Schema, or whatever stands in its place. */
// biome-ignore lint/suspicious/noExplicitAny: the description is read as it comes, and every look at it is guarded.
type Schema = any;

/**
 * The explorer's script: reads `openapi.json`, lists the operations, and sends what is typed into their forms.
 * Self-contained, because it is sent to the browser as its own source text; text reaches the page as text only.
 */
export async function explore(): Promise<void> {
  const base = location.pathname.replace(/\/docs\/?$/, '');
  const byId = (id: string) => document.getElementById(id) as HTMLElement;

  function make(
    tag: string,
    options: { class?: string; text?: string; id?: string } = {},
    ...children: Node[]
  ) {
    const element = document.createElement(tag);
    if (options.class) element.className = options.class;
    if (options.id) element.id = options.id;
    if (options.text !== undefined) element.textContent = options.text;
    element.append(...children);
    return element;
  }

  let description: Description;
  try {
    const response = await fetch(`${base}/openapi.json`);
    if (!response.ok) throw new Error(`it answered ${response.status}`);
    description = await response.json();
  } catch (error) {
    byId('status').textContent = `The description cannot be read: ${(error as Error).message}`;
    return;
  }
  const schemas = description.components?.schemas ?? {};

  /** The schema in the notation of TypeScript, names left as names. */
  function print(schema: Schema, indent = ''): string {
    if (schema === undefined || schema === true) return 'unknown';
    if (schema === false) return 'never';
    if (schema.$ref) return String(schema.$ref).split('/').at(-1) as string;
    if ('const' in schema) return JSON.stringify(schema.const);
    if (schema.enum) return schema.enum.map((value: unknown) => JSON.stringify(value)).join(' | ');
    const members = schema.oneOf ?? schema.anyOf;
    if (members) return members.map((member: Schema) => print(member, indent)).join(' | ');
    if (schema.allOf) return schema.allOf.map((member: Schema) => print(member, indent)).join(' & ');
    if (Array.isArray(schema.type)) return schema.type.join(' | ');
    if (schema.type === 'array') {
      const item = print(schema.items, indent);
      return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
    }
    if (schema.type === 'object' || schema.properties) return printObject(schema, indent);
    const format = schema.format ? ` (${schema.format})` : '';
    return `${schema.type ?? 'unknown'}${format}`;
  }

  function printObject(schema: Schema, indent: string): string {
    const inner = `${indent}  `;
    const lines = Object.entries<Schema>(schema.properties ?? {}).map(([key, value]) => {
      const mark = schema.required?.includes(key) ? '' : '?';
      const remark = value?.description ? `  // ${String(value.description).replaceAll('\n', ' ')}` : '';
      return `${inner}${key}${mark}: ${print(value, inner)}${remark}`;
    });
    const rest = schema.additionalProperties;
    if (rest && typeof rest === 'object') lines.push(`${inner}[key]: ${print(rest, inner)}`);
    return lines.length > 0 ? `{\n${lines.join('\n')}\n${indent}}` : '{}';
  }

  /** The schema's text, and under it the schemas that it names, each once. */
  function printWhole(schema: Schema): string {
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
    const named = [...names].map((name) => `${name} = ${print(schemas[name])}`);
    return [print(schema), ...named].join('\n\n');
  }

  /** A value to start typing from. */
  function sample(schema: Schema, depth = 0): unknown {
    if (!schema || typeof schema !== 'object' || depth > 6) return null;
    if (schema.$ref) return sample(schemas[String(schema.$ref).split('/').at(-1) as string], depth + 1);
    if ('default' in schema) return schema.default;
    if (schema.examples?.length) return schema.examples[0];
    if ('const' in schema) return schema.const;
    if (schema.enum) return schema.enum[0];
    const member = schema.oneOf?.[0] ?? schema.anyOf?.[0];
    if (member) return sample(member, depth + 1);
    if (schema.allOf)
      return Object.assign({}, ...schema.allOf.map((part: Schema) => sample(part, depth + 1)));
    const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
    if (type === 'array') return [];
    if (type === 'boolean') return false;
    if (type === 'integer' || type === 'number') return schema.minimum ?? 0;
    if (type === 'string') return schema.format === 'date-time' ? new Date().toISOString() : '';
    if (type !== 'object' && !schema.properties) return null;
    const required: string[] = schema.required ?? [];
    return Object.fromEntries(required.map((key) => [key, sample(schema.properties?.[key], depth + 1)]));
  }

  const scheme = Object.values(description.components?.securitySchemes ?? {})[0];
  const [keyHeader, keyPrefix] =
    scheme?.type === 'apiKey' ? [scheme.name ?? 'Authorization', ''] : ['Authorization', 'Bearer '];

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

  function makeForm(method: string, path: string, operation: Operation): HTMLElement {
    const fields = new Map<Parameter, HTMLInputElement>();
    const rows = (operation.parameters ?? []).map((parameter) => {
      const input = document.createElement('input');
      input.setAttribute('aria-label', parameter.name);
      input.required = parameter.required === true;
      const type = parameter.schema?.type;
      if (type === 'array' || type === 'object')
        input.placeholder = type === 'array' ? '["…"]' : '{"…": "…"}';
      fields.set(parameter, input);
      const about = make('td', {}, make('code', { text: print(parameter.schema) }));
      if (parameter.description) about.append(make('div', { class: 'hint', text: parameter.description }));
      const name = `${parameter.name}${parameter.required ? ' *' : ''}`;
      const place = make('div', { class: 'hint', text: parameter.in });
      return make('tr', {}, make('th', { text: name }, place), about, make('td', {}, input));
    });
    const form = make('form') as HTMLFormElement;
    if (rows.length > 0) form.append(make('h3', { text: 'Parameters' }), make('table', {}, ...rows));
    const bodySchema = operation.requestBody?.content?.['application/json']?.schema;
    const body = document.createElement('textarea');
    body.setAttribute('aria-label', 'Body');
    body.spellcheck = false;
    if (bodySchema !== undefined) {
      body.value = JSON.stringify(sample(bodySchema), null, 2);
      form.append(make('h3', { text: 'Body' }), make('pre', { text: printWhole(bodySchema) }), body);
    }
    const button = make('button', { text: 'Send' }) as HTMLButtonElement;
    const output = make('div');
    output.setAttribute('aria-live', 'polite');
    form.append(button, output);
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      button.disabled = true;
      const query = new URLSearchParams();
      let url = base + path;
      for (const [parameter, { value }] of fields) {
        if (parameter.in === 'path') url = url.replace(`{${parameter.name}}`, encodeURIComponent(value));
        else if (parameter.in === 'query' && value !== '')
          addToQuery(query, parameter.name, readField(value));
      }
      if (query.size > 0) url += `?${query}`;
      const headers: Record<string, string> = {};
      const key = (byId('key') as HTMLInputElement).value.trim();
      if (key !== '') headers[keyHeader] = keyPrefix + key;
      if (bodySchema !== undefined && body.value !== '') headers['Content-Type'] = 'application/json';
      await send(output, method, url, headers, headers['Content-Type'] ? body.value : null);
      button.disabled = false;
    });
    return form;
  }

  async function send(
    output: HTMLElement,
    method: string,
    url: string,
    headers: Record<string, string>,
    body: string | null,
  ): Promise<void> {
    const start = performance.now();
    try {
      const response = await fetch(url, { method, headers, body, credentials: 'omit' });
      const text = await response.text();
      const line = `${response.status} ${response.statusText} in ${Math.round(performance.now() - start)} ms`;
      const fields = [...response.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
      const shown = make('details', {}, make('summary', { text: 'Headers' }), make('pre', { text: fields }));
      output.replaceChildren(
        make('h3', { class: response.ok ? 'fine' : 'failed', text: line }),
        make('div', { class: 'hint path', text: `${method} ${url}` }),
        make('pre', { text: indentJson(text) }),
        shown,
      );
    } catch (error) {
      output.replaceChildren(make('h3', { class: 'failed', text: `No answer: ${(error as Error).message}` }));
    }
  }

  function indentJson(text: string): string {
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text === '' ? '(no body)' : text;
    }
  }

  function makeOperation(method: string, path: string, operation: Operation): HTMLElement {
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
    if (operation.description)
      content.append(make('p', { class: 'description', text: operation.description }));
    content.append(makeForm(method, path, operation), make('h3', { text: 'Responses' }));
    for (const [status, response] of Object.entries(operation.responses ?? {})) {
      const schema = Object.values(response.content ?? {})[0]?.schema;
      const about =
        response.description ??
        String(response.$ref ?? '')
          .split('/')
          .at(-1);
      content.append(make('div', {}, make('code', { text: status }), make('span', { text: ` ${about}` })));
      if (schema !== undefined) content.append(make('pre', { text: printWhole(schema) }));
    }
    return make(
      'details',
      { class: `operation${operation.deprecated ? ' deprecated' : ''}`, id },
      heading,
      content,
    );
  }

  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    ['get', 'post', 'put', 'patch', 'delete'].flatMap((method) => {
      const operation = methods[method];
      return operation ? [{ method: method.toUpperCase(), path, operation }] : [];
    }),
  );
  const tags = new Set([
    ...(description.tags ?? []).map(({ name }) => name),
    ...operations.flatMap(({ operation }) => operation.tags ?? ['Other']),
  ]);
  const { title, version, description: about } = description.info;
  document.title = title;
  byId('title').textContent = title;
  byId('version').textContent = version;
  if (scheme) {
    byId('credentials').hidden = false;
    (byId('credentials').firstElementChild as HTMLElement).textContent =
      `${keyHeader}${keyPrefix === '' ? '' : `: ${keyPrefix.trim()}`}`;
  }
  const main = byId('operations');
  main.replaceChildren(...(about ? [make('p', { class: 'description', text: about })] : []));
  for (const tag of tags) {
    const own = operations.filter(({ operation }) => (operation.tags ?? ['Other']).includes(tag));
    if (own.length === 0) continue;
    byId('contents').append(make('h2', { text: tag }));
    main.append(make('h2', { text: tag }));
    for (const { method, path, operation } of own) {
      const element = makeOperation(method, path, operation);
      const link = make('a', { text: operation.summary ?? path }) as HTMLAnchorElement;
      link.href = `#${encodeURIComponent(element.id)}`;
      link.addEventListener('click', () => element.setAttribute('open', ''));
      byId('contents').append(link);
      main.append(element);
    }
  }
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  target?.setAttribute('open', '');
  target?.scrollIntoView();
}
