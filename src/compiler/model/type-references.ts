import type { TypeModel } from '../../model/type-model.js';

/** A copy with every reference given another name. */
export function mapTypeReferences(type: TypeModel, map: (name: string) => string): TypeModel {
  const visit = (part: TypeModel): TypeModel => mapTypeReferences(part, map);
  switch (type.kind) {
    case 'keyword':
    case 'literal':
      return type;
    case 'array':
      return { ...type, element: visit(type.element) };
    case 'tuple':
      return { ...type, items: type.items.map(visit), ...(type.rest && { rest: visit(type.rest) }) };
    case 'object':
      return {
        ...type,
        properties: type.properties.map((property) => ({ ...property, type: visit(property.type) })),
        ...(type.rest && { rest: visit(type.rest) }),
      };
    case 'record':
      return { ...type, key: visit(type.key), value: visit(type.value) };
    case 'union':
    case 'intersection':
      return { ...type, members: type.members.map(visit) };
    case 'reference':
      return { kind: 'reference', name: map(type.name) };
  }
}

/** The names that a type refers to, each once. */
export function listTypeReferences(type: TypeModel): readonly string[] {
  const names = new Set<string>();
  mapTypeReferences(type, (name) => {
    names.add(name);
    return name;
  });
  return [...names];
}
