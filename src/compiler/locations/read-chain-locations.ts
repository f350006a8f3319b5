import { readCallChain } from '../parse/builder-chain.js';
import { findInitializer, findMembers } from '../parse/find-members.js';
import { findBuilderCall } from '../parse/find-procedures.js';
import { locationOf } from '../parse/location-of.js';
import type { SourceModules } from '../parse/source-modules.js';
import { absolute } from '../relative-path.js';
import type { SourceLocation } from '../source-location.js';
import { readObjectLocations } from './read-object-locations.js';
import { readSchemaLocations } from './read-schema-locations.js';

/** The locations of a builder's arguments, as far as the text of the file shows them. */
export interface ChainLocations {
  /** The builder's calls by name, each at its name. */
  readonly calls: ReadonlyMap<string, SourceLocation>;
  /** The metadata's values by dotted path, such as `openapi.tags.0`, each at the value. */
  readonly metadata: ReadonlyMap<string, SourceLocation>;
  /** Keys of the schemas by path, such as `input.items.[].name` or `headers.X-Total`. */
  readonly schemaKeys: ReadonlyMap<string, SourceLocation>;
}

/** Locates the arguments of the builder of an export of `file` (relative to the project). Only diagnostics need it. */
export function readChainLocations(sources: SourceModules, file: string, exportName: string): ChainLocations {
  const locations = { calls: new Map(), metadata: new Map(), schemaKeys: new Map() };
  const module = sources.parse(absolute(sources.root, file));
  const call = module && findBuilderCall(module, exportName, sources);
  const chain = call && readCallChain(call);
  if (!chain) return locations;
  // The chain that this one extends, if the file declares that too.
  const base = findInitializer(chain.root, module.declarations);
  const before = (base && readCallChain(base)?.calls) ?? [];
  for (const { name, nameNode, arguments: given } of [...before, ...chain.calls]) {
    locations.calls.set(name, locationOf(module, nameNode));
    const [argument] = given;
    if (!argument) continue;
    if (name === 'input' || name === 'output') {
      readSchemaLocations(module, argument, name, locations.schemaKeys);
    }
    if (name !== 'meta') continue;
    readObjectLocations(module, argument, '', locations.metadata);
    const headers = findMembers(argument, ['openapi', 'headers'], module.declarations).at(-1);
    if (headers) readSchemaLocations(module, headers.value, 'headers', locations.schemaKeys);
  }
  return locations;
}
