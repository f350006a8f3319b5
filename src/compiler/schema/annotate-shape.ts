import type { Keywords, Shape } from './shape.js';

/** Adds what a surrounding schema says to a shape; it overrides the shape's own keywords. Its notes come last. */
export function annotate(shape: Shape, before: Keywords = {}, notes: readonly string[] = []): Shape {
  const isEmpty = Object.keys(before).length === 0 && notes.length === 0;
  if (isEmpty) return shape;
  if (shape.kind === 'lenient') return { ...shape, inner: annotate(shape.inner, before, notes) };
  const all = new Set([...(shape.notes ?? []), ...notes]);
  return {
    ...shape,
    before: { ...before, ...shape.before, ...before },
    ...(all.size > 0 && { notes: [...all] }),
  };
}

/** Joins a description and further notes. */
export function joinNotes(description = '', notes: readonly string[]): string {
  return [description, notes.join(' ')].filter((part) => part !== '').join('\n\n');
}

/** Removes `absent` from a union. */
export function omitAbsent(shape: Shape): Shape {
  if (shape.kind !== 'union') return shape;
  const members = shape.members.filter(({ kind }) => kind !== 'absent');
  const [only] = members;
  if (!only || members.length === shape.members.length) return shape;
  if (members.length > 1) return { ...shape, members };
  return annotate(annotate(only, shape.meta), shape.before, shape.notes);
}
