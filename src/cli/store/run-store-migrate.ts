import { migrateStore } from '../../stores/migrate-store.js';
import { chooseStore, type StoreOptions } from '../choose-store.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { makePrintable } from '../print/make-printable.js';
import { printJson } from '../print/print-json.js';

/** `procgen store migrate`: upgrades a store of an older procgen to the current format. */
export async function runStoreMigrate(options: StoreOptions, io: Io): Promise<number> {
  const { store, project } = await chooseStore(options, io);
  const { path, from, to, backup } = await migrateStore(store, { cwd: project.root });
  if (options.json) io.stdout.write(printJson({ version: 1, path, from, to, backup }));
  else {
    const done = `Migrated ${path} from version ${from} to ${to}. Backup: ${backup}`;
    const line = backup === null ? `${path} already has version ${to}; there is nothing to do.` : done;
    io.stderr.write(`${makePrintable(line)}\n`);
  }
  return EXIT.fine;
}
