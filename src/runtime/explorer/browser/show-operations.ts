import type { Exploration } from './parts.js';

/** Fills the page: the operations by their tags, and the contents that lead to them. */
export function showOperations(exploration: Exploration): void {
  const { parts, description } = exploration;
  const make = parts.makeElement;
  const contents = document.getElementById('contents') as HTMLElement;
  const main = document.getElementById('operations') as HTMLElement;
  const about = description.info.description;
  main.replaceChildren(...(about ? [make('p', { class: 'description', text: about })] : []));
  for (const [tag, places] of parts.listOperations(description)) {
    contents.append(make('h2', { text: tag }));
    main.append(make('h2', { text: tag }));
    for (const place of places) {
      const element = parts.makeOperation(exploration, place);
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
