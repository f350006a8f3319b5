import { join } from 'node:path';
import type { Diagnostic } from '../../compiler/diagnostic.js';
import type { Host } from '../../compiler/host.js';
import type { SourceTexts } from './print-diagnostic.js';

/** Reads the files of diagnostics and their related locations. */
export async function readSourceTexts(
  host: Host,
  root: string,
  diagnostics: readonly Diagnostic[],
): Promise<SourceTexts> {
  const files = new Set(
    diagnostics.flatMap(({ file, related }) => (related ? [file, related.file] : [file])),
  );
  const texts = new Map<string, string>();
  for (const file of files) {
    try {
      const text = host.readFile(join(root, file));
      if (text !== null) texts.set(file, text);
    } catch {
      // The diagnostic is printed without a code frame.
    }
  }
  return texts;
}
