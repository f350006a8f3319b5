import { PACKAGE_FOLDER } from '../../compiler/package-folder.js';
import { guessName } from '../../compiler/suggest-name.js';
import { DIAGNOSTIC_CATALOG } from '../../model/diagnostic-catalog.js';
import { CliFailure } from '../cli-failure.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { createNodeHost } from '../node-host.js';
import { printTable } from '../print/print-table.js';

/** The page of each diagnostic code. */
const PAGES = new URL('src/compiler/diagnostics/', PACKAGE_FOLDER);

/** `procgen explain [code]`: prints the page of a diagnostic code, or lists all codes. */
export async function runExplain(code: string | undefined, _options: object, io: Io): Promise<number> {
  if (code === undefined) {
    const rows = Object.entries(DIAGNOSTIC_CATALOG).sort(([left], [right]) => (left < right ? -1 : 1));
    io.stdout.write(printTable([['CODE', 'WHAT TO DO'], ...rows]));
    return EXIT.fine;
  }
  if (!Object.hasOwn(DIAGNOSTIC_CATALOG, code)) {
    const guess = guessName(code, Object.keys(DIAGNOSTIC_CATALOG));
    throw new CliFailure(`There is no diagnostic "${code}". ${guess}`.trim(), {
      help: '"procgen explain" lists the codes.',
    });
  }
  io.stdout.write(await createNodeHost().readPackageFile(new URL(`${code}.md`, PAGES)));
  return EXIT.fine;
}
