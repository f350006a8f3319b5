import { joinShapes } from '../schema/fold-intersection.js';
import type { PropertyShape, SchemaKey, Shape } from '../schema/shape.js';

/** One of the object types that an input can have. */
export interface ObjectVariant {
  readonly properties: ReadonlyMap<string, PropertyShape>;
  /** Whether it accepts keys that it does not name. */
  readonly isOpen: boolean;
}

/** Lists the objects that a shape can be: one for an object, one per branch of a union; null for anything else. */
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

/** Lists the keys of all variants, in order of appearance. */
export function listKeys(variants: readonly ObjectVariant[]): readonly string[] {
  return [...new Set(variants.flatMap(({ properties }) => [...properties.keys()]))];
}
