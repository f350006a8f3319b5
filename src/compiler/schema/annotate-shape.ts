import type { Keywords, Shape } from './shape.js';

/** A shape with what a schema around it says, which wins over what is said inside. Its notes are the last. */
export function annotate(shape: Shape, before: Keywords = {}, notes: readonly string[] = []): Shape {
  const isSilent = Object.keys(before).length === 0 && notes.length === 0;
  if (isSilent) return shape;
  if (shape.kind === 'lenient') return { ...shape, inner: annotate(shape.inner, before, notes) };
  const all = new Set([...(shape.notes ?? []), ...notes]);
  return {
    ...shape,
    before: { ...before, ...shape.before, ...before },
    ...(all.size > 0 && { notes: [...all] }),
  };
}

/** A description, and what else there is to note. */
export function joinNotes(description = '', notes: readonly string[]): string {
  return [description, notes.join(' ')].filter((part) => part !== '').join('\n\n');
}

/** What is left of a shape where something stands. */
export function omitAbsent(shape: Shape): Shape {
  if (shape.kind !== 'union') return shape;
  const members = shape.members.filter(({ kind }) => kind !== 'absent');
  const [only] = members;
  if (!only || members.length === shape.members.length) return shape;
  if (members.length > 1) return { ...shape, members };
  return annotate(annotate(only, shape.meta), shape.before, shape.notes);
}
