import { posix } from 'node:path';
import type { Node, SourceFile } from 'ts-morph';
import { locationOf } from '../parse/location-of.js';
import type { ModuleSyntax } from '../parse/module-syntax.js';
import type { SourceLocation } from '../source-location.js';
import { tsMorph } from './ts-morph.js';

/** Notes under a path where a node is. */
export type NoteLocation = (path: string, node: Node) => void;

/** Notes locations of a module in `locations`. */
export function noteLocations(module: ModuleSyntax, locations: Map<string, SourceLocation>): NoteLocation {
  return (path, node) => locations.set(path, locateNode(module, node));
}

export function locateNode(module: ModuleSyntax, node: Node): SourceLocation {
  return locationOf(module, { start: node.getStart(), end: node.getEnd() });
}

/** The syntax tree of one module, with the offsets of its text. */
export function openSource({ file, text }: Pick<ModuleSyntax, 'file' | 'text'>): SourceFile {
  const project = new tsMorph.Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    compilerOptions: { allowJs: true, noLib: true },
  });
  return project.createSourceFile(`/${posix.basename(file)}`, text.replace(/^\uFEFF/, ' '));
}
