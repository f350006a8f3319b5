import type { Description, OperationPlace } from './description.js';

/** The operations under their tags, those without a tag under `Other`. A tag that no operation has is left out. */
export function listOperations(description: Description): Map<string, readonly OperationPlace[]> {
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
