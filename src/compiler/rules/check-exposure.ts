import { createDiagnostic } from '../diagnostic.js';
import { startOf } from '../source-location.js';
import type { Rule } from './rule.js';

/** There is something to expose. */
export const checkExposure: Rule = ({ procedures, config }) => {
  if (procedures.length > 0) return [];
  const location = startOf(config.file ?? config.procedures);
  const message = `No procedure in the folder "${config.procedures}" is exposed.`;
  return [createDiagnostic('nothing-to-expose', location, message)];
};
