import type { Node } from 'ts-morph';
import type { ModuleSyntax } from '../parse/module-syntax.js';
import { placeOf } from '../parse/place-of.js';
import type { Place } from '../place.js';

/** Notes under a path where a node is. */
export type NotePlace = (path: string, node: Node) => void;

/** Notes places of a module in `places`. */
export function notePlaces(module: ModuleSyntax, places: Map<string, Place>): NotePlace {
  return (path, node) => places.set(path, placeOfNode(module, node));
}

export function placeOfNode(module: ModuleSyntax, node: Node): Place {
  return placeOf(module, { start: node.getStart(), end: node.getEnd() });
}
