import type { StoreOptions } from '../choose-store.js';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';
import { printJson } from '../print/print-json.js';
import { withKeyring } from '../with-keyring.js';
import { printKeyReport } from './print-key-report.js';
import { toJsonKey } from './print-keys.js';
import { refuseSecret, refuseUnknownKey } from './refuse-key.js';

export interface KeysShowOptions extends StoreOptions {
  readonly user?: string;
  readonly json?: boolean;
}

/** `procgen keys show <id>`: all that is known of a key, never its secret. */
export async function runKeysShow(id: string, options: KeysShowOptions, io: Io): Promise<number> {
  refuseSecret(id);
  const report = await withKeyring({ ...options, createsStore: false }, io, ({ keyReports }) =>
    keyReports.find({ id, userId: options.user }),
  );
  if (!report) refuseUnknownKey(id, options.user);
  const { days, lastCall, audit } = report;
  if (options.json) io.stdout.write(printJson({ ...toJsonKey(report), days, lastCall, audit }));
  else io.stdout.write(printKeyReport(report, new Date()));
  return EXIT.fine;
}
