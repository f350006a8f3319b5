import { copyStore } from '../../stores/copy-store.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { openFolder, type ProjectOptions } from '../open-project.js';
import { makePrintable } from '../print/make-printable.js';
import { printJson } from '../print/print-json.js';
import { printCounts } from './print-counts.js';

export interface StoreCopyOptions extends ProjectOptions {
  readonly json?: boolean;
}

/** `procgen store copy <from> <to>`: copies everything or nothing, into an empty store. */
export async function runStoreCopy(
  from: string,
  to: string,
  options: StoreCopyOptions,
  io: Io,
): Promise<number> {
  const cwd = openFolder(options, io);
  const onWarn = (message: string) => io.stderr.write(`warning: ${makePrintable(message)}\n`);
  const counts = await copyStore(from, to, { cwd, onWarn });
  if (options.json) io.stdout.write(printJson({ version: 1, counts }));
  else io.stderr.write(`Copied ${printCounts(counts)}.\n`);
  return EXIT.fine;
}
