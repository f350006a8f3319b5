import { createDiagnostic } from '../diagnostic.js';
import { startOf } from '../place.js';
import type { Comparison } from './rule.js';

/** There is something to expose. */
export const checkExposure: Comparison = ({ drafts, config }) => {
  if (drafts.length > 0) return [];
  const place = startOf(config.file ?? config.procedures);
  const message = `No procedure in the folder "${config.procedures}" is exposed.`;
  return [createDiagnostic('nothing-to-expose', place, message)];
};
