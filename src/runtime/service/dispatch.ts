import { fail } from '../respond/fail.js';
import type { Call } from './call.js';
import type { Edition } from './create-edition.js';
import { refuseUnmatched } from './refuse-unmatched.js';
import { runChain } from './run-chain.js';
import { showMatch } from './show-match.js';

/** Leads a call to the chain of its method and path, or says why there is none. */
export function dispatch(call: Call, { table }: Edition): undefined | Promise<void> {
  const { method, path, answer, word, openedKoa } = call;
  const match = table.index.find(method, path);
  if (match) {
    call.match = match;
    if (openedKoa) showMatch(openedKoa, path, match);
    return runChain(call, match.entry);
  }
  const refusal = refuseUnmatched(call, table.index.listMethods(path));
  if (refusal) fail(answer, refusal, word);
  return undefined;
}
