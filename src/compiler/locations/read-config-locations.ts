import type { ModuleSyntax } from '../parse/module-syntax.js';
import type { SourceLocation } from '../source-location.js';
import { unwrap } from './call-chain.js';
import { noteLocations, openSource } from './note-locations.js';
import { readObjectLocations } from './read-object-locations.js';
import { tsMorph } from './ts-morph.js';

/** Where each value of the configuration stands, by dotted path. */
export function readConfigLocations(module: ModuleSyntax): ReadonlyMap<string, SourceLocation> {
  const locations = new Map<string, SourceLocation>();
  for (const exported of openSource(module).getExportAssignments()) {
    const value = unwrap(exported.getExpression());
    const object = tsMorph.Node.isCallExpression(value) ? value.getArguments()[0] : value;
    if (object) readObjectLocations(object, '', noteLocations(module, locations));
  }
  return locations;
}
