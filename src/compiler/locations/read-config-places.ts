import { Node } from 'ts-morph';
import type { ModuleSyntax } from '../parse/module-syntax.js';
import type { Place } from '../place.js';
import { unwrap } from './call-chain.js';
import { notePlaces } from './note-place.js';
import { openSource } from './open-source.js';
import { readObjectPlaces } from './read-object-places.js';

/** Where each value of the configuration stands, by dotted path. */
export function readConfigPlaces(module: ModuleSyntax): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  for (const exported of openSource(module).getExportAssignments()) {
    const value = unwrap(exported.getExpression());
    const object = Node.isCallExpression(value) ? value.getArguments()[0] : value;
    if (object) readObjectPlaces(object, '', notePlaces(module, places));
  }
  return places;
}
