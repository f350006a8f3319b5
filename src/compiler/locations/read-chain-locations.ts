import { findBuilderCall } from '../parse/find-procedures.js';
import type { ModuleSyntax } from '../parse/module-syntax.js';
import type { SourceLocation } from '../source-location.js';
import { type CallChain, findInitializer, readCallChain } from './call-chain.js';
import type { ChainLocations } from './chain-locations.js';
import { locateNode, noteLocations, openSource } from './note-locations.js';
import { findValue, readObjectLocations } from './read-object-locations.js';
import { readSchemaLocations } from './read-schema-locations.js';
import { tsMorph } from './ts-morph.js';

/** Where what the builders of a module's procedures were told stands, by the names of its exports. */
export function readLocations(module: ModuleSyntax): ReadonlyMap<string, ChainLocations> {
  const calls = openSource(module).getDescendantsOfKind(tsMorph.SyntaxKind.CallExpression);
  const locations = new Map<string, ChainLocations>();
  for (const exportName of module.exports.keys()) {
    const range = findBuilderCall(module, exportName);
    const call = calls.find((one) => one.getStart() === range?.start && one.getEnd() === range.end);
    const chain = call && readCallChain(call);
    if (chain) locations.set(exportName, readChainLocations(module, chain));
  }
  return locations;
}

/** Reads a builder's chain of calls, and the one it goes on from when the file declares that too. */
function readChainLocations(module: ModuleSyntax, chain: CallChain): ChainLocations {
  const calls = new Map<string, SourceLocation>();
  const metadata = new Map<string, SourceLocation>();
  const schemaKeys = new Map<string, SourceLocation>();
  const base = findInitializer(chain.root);
  const baseChain = base && readCallChain(base);
  for (const { name: nameNode, arguments: given } of [...(baseChain?.calls ?? []), ...chain.calls]) {
    const name = nameNode.getText();
    calls.set(name, locateNode(module, nameNode));
    const [argument] = given;
    if (!argument) continue;
    const note = noteLocations(module, name === 'meta' ? metadata : schemaKeys);
    if (name === 'input' || name === 'output') readSchemaLocations(argument, name, note);
    if (name !== 'meta') continue;
    readObjectLocations(argument, '', note);
    const headers = findValue(argument, ['openapi', 'headers']);
    if (headers) readSchemaLocations(headers, 'headers', noteLocations(module, schemaKeys));
  }
  return { calls, metadata, schemaKeys };
}
