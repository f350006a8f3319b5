import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import type { Place } from '../place.js';
import { startOfNode } from './node-range.js';
import { ts } from './typescript.js';

/** A parsed file. `file` is relative to the project. The tree's nodes do not know their parents: noting them is half of parsing. */
export interface ParsedSource {
  readonly file: string;
  readonly tree: ts.SourceFile;
}

export function parseSource(file: string, text: string): ParsedSource {
  return { file, tree: ts.createSourceFile(file, text, ts.ScriptTarget.Latest) };
}

/** Every syntax error of the file; the parser recovers and goes on after each. */
export function listSyntaxErrors({ file, tree }: ParsedSource): Diagnostic[] {
  const { parseDiagnostics } = tree as unknown as { parseDiagnostics: readonly ts.DiagnosticWithLocation[] };
  return parseDiagnostics.map((fault) => {
    const message = ts.flattenDiagnosticMessageText(fault.messageText, ' ');
    return createDiagnostic(
      'syntax-error',
      placeAt(file, tree, fault.start, fault.start + fault.length),
      message,
    );
  });
}

/** Where `node` stands, without the comments before it; of several lines the first. */
export function placeOf({ file, tree }: ParsedSource, node: ts.Node): Place {
  return placeAt(file, tree, startOfNode(node, tree), node.end);
}

function placeAt(file: string, tree: ts.SourceFile, start: number, end: number): Place {
  const { line, character } = ts.getLineAndCharacterOfPosition(tree, start);
  const lineEnd = ts.getLineStarts(tree)[line + 1] ?? tree.text.length + 1;
  const last = Math.min(end, lineEnd - 1);
  const length = last - start - (last > start && tree.text[last - 1] === '\r' ? 1 : 0);
  return { file, line: line + 1, column: character + 1, length: Math.max(1, length) };
}
