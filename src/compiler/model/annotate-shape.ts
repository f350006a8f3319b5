import type { Shape } from './shape.js';

/** A shape with what a schema around it says: `before` wins over what is said inside, `after` stands behind it all. */
export function annotate(shape: Shape, { before = {}, after = {} }: Pick<Shape, 'before' | 'after'>): Shape {
  const kept = Object.entries(shape.after ?? {}).filter(([keyword]) => !(keyword in before));
  const all = {
    before: { ...before, ...shape.before, ...before },
    after: { ...Object.fromEntries(kept), ...after },
  };
  const { before: _, after: __, ...rest } = shape;
  const said = Object.entries(all).filter(([, keywords]) => Object.keys(keywords).length > 0);
  return { ...rest, ...Object.fromEntries(said) } as Shape;
}

/** What is left of a shape where something stands. */
export function omitAbsent(shape: Shape): Shape {
  if (shape.kind !== 'union') return shape;
  const members = shape.members.filter(({ kind }) => kind !== 'absent');
  const [only] = members;
  if (!only || members.length === shape.members.length) return shape;
  if (members.length > 1) return { ...shape, members };
  return annotate(annotate(only, { before: shape.meta ?? {} }), shape);
}
