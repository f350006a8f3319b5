import { SyntaxKind } from 'ts-morph';
import { findBuilderCall } from '../parse/find-procedures.js';
import type { ModuleSyntax } from '../parse/module-syntax.js';
import type { Place } from '../place.js';
import { type CallChain, findInitializer, readCallChain } from './call-chain.js';
import type { ChainPlaces } from './chain-places.js';
import { notePlaces, placeOfNode } from './note-place.js';
import { openSource } from './open-source.js';
import { findValue, readObjectPlaces } from './read-object-places.js';
import { readSchemaPlaces } from './read-schema-places.js';

/** Where what the builders of a module's procedures were told stands, by the names of its exports. */
export function readPlaces(module: ModuleSyntax): ReadonlyMap<string, ChainPlaces> {
  const calls = openSource(module).getDescendantsOfKind(SyntaxKind.CallExpression);
  const places = new Map<string, ChainPlaces>();
  for (const exportName of module.exports.keys()) {
    const range = findBuilderCall(module, exportName);
    const call = calls.find((one) => one.getStart() === range?.start && one.getEnd() === range.end);
    const chain = call && readCallChain(call);
    if (chain) places.set(exportName, readChainPlaces(module, chain));
  }
  return places;
}

/** Reads a builder's chain of calls, and the one it goes on from when the file declares that too. */
function readChainPlaces(module: ModuleSyntax, chain: CallChain): ChainPlaces {
  const calls = new Map<string, Place>();
  const metadata = new Map<string, Place>();
  const schemaKeys = new Map<string, Place>();
  const base = findInitializer(chain.root);
  const baseChain = base && readCallChain(base);
  for (const { name: nameNode, arguments: given } of [...(baseChain?.calls ?? []), ...chain.calls]) {
    const name = nameNode.getText();
    calls.set(name, placeOfNode(module, nameNode));
    const [argument] = given;
    if (!argument) continue;
    const note = notePlaces(module, name === 'meta' ? metadata : schemaKeys);
    if (name === 'input' || name === 'output') readSchemaPlaces(argument, name, note);
    if (name !== 'meta') continue;
    readObjectPlaces(argument, '', note);
    const headers = findValue(argument, ['openapi', 'headers']);
    if (headers) readSchemaPlaces(headers, 'headers', notePlaces(module, schemaKeys));
  }
  return { calls, metadata, schemaKeys };
}
