import { joinShapes } from '../schema/fold-intersection.js';
import type { PropertyShape, SchemaKey, Shape } from '../schema/shape.js';

/** One of the objects that an input can be. */
export interface ObjectVariant {
  readonly properties: ReadonlyMap<string, PropertyShape>;
  /** Whether it takes keys it does not name. */
  readonly isOpen: boolean;
}

/** The objects a shape can be: one for an object, one a branch for a union; null for anything that is not an object. */
export function listVariants(
  shape: Shape,
  resolve: (schema: SchemaKey) => Shape,
): readonly ObjectVariant[] | null {
  switch (shape.kind) {
    case 'object': {
      const properties = new Map(shape.properties.map((property) => [property.key, property]));
      return [{ properties, isOpen: shape.rest !== undefined }];
    }
    case 'lenient':
      return listVariants(shape.inner, resolve);
    case 'reference':
      return listVariants(resolve(shape.schema), resolve);
    case 'union': {
      const branches = shape.members.map((member) => listVariants(member, resolve));
      return branches.includes(null) ? null : branches.flatMap((branch) => branch ?? []);
    }
    case 'intersection': {
      let variants: readonly ObjectVariant[] = [{ properties: new Map(), isOpen: false }];
      for (const member of shape.members) {
        const added = listVariants(member, resolve);
        if (!added) return null;
        variants = variants.flatMap((left) => added.map((right) => joinVariants(left, right)));
      }
      return variants;
    }
    default:
      return null;
  }
}

function joinVariants(left: ObjectVariant, right: ObjectVariant): ObjectVariant {
  const properties = new Map(left.properties);
  for (const [key, property] of right.properties) {
    const before = properties.get(key);
    properties.set(key, before ? joinProperties(before, property) : property);
  }
  return { properties, isOpen: left.isOpen || right.isOpen };
}

function joinProperties(left: PropertyShape, right: PropertyShape): PropertyShape {
  return {
    ...left,
    shape: joinShapes([left.shape, right.shape]),
    isOptional: left.isOptional && right.isOptional,
    isDeprecated: left.isDeprecated || right.isDeprecated,
  };
}

/** The keys of all variants, in the order they are met. */
export function listKeys(variants: readonly ObjectVariant[]): readonly string[] {
  return [...new Set(variants.flatMap(({ properties }) => [...properties.keys()]))];
}
