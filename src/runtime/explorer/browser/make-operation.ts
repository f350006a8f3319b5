import type { OperationPlace } from './description.js';
import type { Exploration } from './parts.js';

/** An operation as a block that opens: what it is, its form, and what it may answer. */
export function makeOperation(exploration: Exploration, place: OperationPlace): HTMLElement {
  const { parts } = exploration;
  const { method, path, operation } = place;
  const make = parts.makeElement;
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
  content.append(parts.makeForm(exploration, place), make('h3', { text: 'Responses' }));
  for (const [status, response] of Object.entries(operation.responses ?? {})) {
    const about = response.description ?? (response.$ref ?? '').split('/').at(-1);
    content.append(make('div', {}, make('code', { text: status }), make('span', { text: ` ${about}` })));
    const schema = Object.values(response.content ?? {})[0]?.schema;
    if (schema !== undefined) content.append(make('pre', { text: parts.printSchemas(exploration, schema) }));
  }
  const mark = operation.deprecated ? ' deprecated' : '';
  return make('details', { class: `operation${mark}`, id }, heading, content);
}
