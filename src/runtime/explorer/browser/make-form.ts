import type { OperationPlace, Parameter } from './description.js';
import type { Exploration, ExplorerRequest } from './parts.js';

/** The form of an operation: a field a parameter, its body, and where the answer is shown. */
export function makeForm(
  exploration: Exploration,
  { method, path, operation }: OperationPlace,
): HTMLFormElement {
  const { parts, description, base, credentials } = exploration;
  const make = parts.makeElement;
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
    const about = make('td', {}, make('code', { text: parts.printSchema(parameter.schema) }));
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
      else if (parameter.in === 'query' && value !== '')
        parts.addToQuery(query, parameter.name, parts.readField(value));
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
    body.value = JSON.stringify(
      parts.sampleValue(bodySchema, description.components?.schemas ?? {}),
      null,
      2,
    );
    const shape = make('pre', { text: parts.printSchemas(exploration, bodySchema) });
    form.append(make('h3', { text: 'Body' }), shape, body);
  }
  const button = make('button', { text: 'Send' }) as HTMLButtonElement;
  const output = make('div');
  output.setAttribute('aria-live', 'polite');
  form.append(button, output);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    await parts.sendRequest(parts, readRequest(), output);
    button.disabled = false;
  });
  return form;
}
