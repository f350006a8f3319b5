import type { PrintedTexts } from '../../compiler/emit/reprint-files.js';
import type { Host } from '../../compiler/host.js';
import type { Hashes } from './build-record.js';
import { hashOutput } from './hash-output.js';
import { oncePerPath } from './once-per-path.js';

/** The generated files of a build as it wrote them; null where one of them is another by now. */
export async function readOutputs(host: Host, root: string, files: Hashes): Promise<PrintedTexts | null> {
  const texts = new Map<string, string>();
  for (const [path, hash] of Object.entries(files)) {
    const text = host.readFile(`${root}/${path}`);
    if (text === null || hashOutput(path, text) !== hash) return null;
    texts.set(path, text);
  }
  return texts;
}

/** A host that reads each file once: what a build looks at that it may write over. */
export function readOnce(host: Host): Host {
  return { ...host, readFile: oncePerPath((path) => host.readFile(path)) };
}
