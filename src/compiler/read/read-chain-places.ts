import type { Place } from '../place.js';
import { type CallChain, readCallChain } from './builder-chain.js';
import { placeOf } from './parse-source.js';
import { findValue, readObjectPlaces, type ScopedSource } from './read-object-places.js';
import { readSchemaPlaces } from './read-schema-places.js';
import { ts } from './typescript.js';

/** Where what a builder was told stands, as far as the text of the file tells. */
export interface ChainPlaces {
  /** The builder's calls by name, each where its name stands. */
  readonly calls: ReadonlyMap<string, Place>;
  /** The metadata's values by dotted path, such as `openapi.tags.0`, each where the value stands. */
  readonly metadata: ReadonlyMap<string, Place>;
  /** Keys of the schemas by the way to them, such as `input.items.[].name` or `headers.X-Total`. */
  readonly schemaKeys: ReadonlyMap<string, Place>;
}

/** Reads a builder's chain of calls, and the one it goes on from when the file declares that too. */
export function readChainPlaces(source: ScopedSource, chain: CallChain): ChainPlaces {
  const calls = new Map<string, Place>();
  const metadata = new Map<string, Place>();
  const schemaKeys = new Map<string, Place>();
  const base = ts.isIdentifier(chain.root)
    ? source.scope.variables.get(chain.root.text)?.initializer
    : undefined;
  const baseChain = base && readCallChain(base);
  for (const { name, nameNode, arguments: given } of [...(baseChain?.calls ?? []), ...chain.calls]) {
    calls.set(name, placeOf(source, nameNode));
    const [argument] = given;
    if (!argument) continue;
    if (name === 'input' || name === 'output') readSchemaPlaces(source, argument, name, schemaKeys);
    if (name !== 'meta') continue;
    readObjectPlaces(source, argument, '', metadata);
    const headers = findValue(source, argument, ['openapi', 'headers']);
    if (headers) readSchemaPlaces(source, headers, 'headers', schemaKeys);
  }
  return { calls, metadata, schemaKeys };
}
