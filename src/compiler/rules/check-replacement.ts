import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { locateMetadata, type UncheckedProcedure } from '../model/unchecked-api.js';
import { suggestName } from '../suggest-name.js';
import type { Rule } from './rule.js';

/** What a deprecated procedure is replaced by exists, and is another one. */
export const checkReplacement: Rule = ({ procedures }) => {
  const names = new Set(procedures.map(({ name }) => name));
  return procedures.flatMap((procedure) => checkOne(procedure, names));
};

function checkOne(procedure: UncheckedProcedure, names: ReadonlySet<string>): readonly Diagnostic[] {
  const { deprecated } = procedure.openapi;
  if (typeof deprecated !== 'object' || deprecated === null) return [];
  const { replacedBy } = deprecated as { replacedBy?: unknown };
  if (typeof replacedBy !== 'string') return [];
  if (replacedBy !== procedure.name && names.has(replacedBy)) return [];
  const message =
    replacedBy === procedure.name
      ? `${procedure.name} cannot be replaced by itself.`
      : `${procedure.name} is replaced by "${replacedBy}", but there is no such procedure.`;
  const others = [...names].filter((name) => name !== procedure.name);
  const help = `Name a procedure as the client does. ${suggestName(replacedBy, others)}`.trim();
  const location = locateMetadata(procedure, 'deprecated', 'replacedBy');
  return [createDiagnostic('unknown-replacement', location, message, { help })];
}
