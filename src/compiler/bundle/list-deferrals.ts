import { posix } from 'node:path';
import type { ApiModel } from '../../model/api-model.js';
import type { Deferrals } from '../emit/routes/emit-routes.js';
import { nullPrototypeRecord } from '../null-prototype-record.js';

/** The procedure files that a server may run when they are needed, each with what it imports itself, as the route table would. */
export function listDeferrals({ procedures }: ApiModel, config: { readonly out: string }): Deferrals {
  // A procedure of this name would be called in its place.
  if (procedures.some(({ identifier }) => identifier === 'require')) return {};
  const deferrals = new Map<string, readonly string[]>();
  for (const { source } of procedures) {
    const { runsAfter, specifier, file } = source;
    if (!runsAfter || deferrals.has(specifier)) continue;
    deferrals.set(
      specifier,
      runsAfter.map((each) => moveImport(each, file, config.out)),
    );
  }
  return nullPrototypeRecord(deferrals);
}

function moveImport(specifier: string, from: string, folder: string): string {
  if (!specifier.startsWith('.')) return specifier;
  const path = posix.relative(folder, posix.join(posix.dirname(from), specifier));
  return path.startsWith('.') ? path : `./${path}`;
}
