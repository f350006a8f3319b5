import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import type { UncheckedApi } from '../model/unchecked-api.js';
import { startOf } from '../source-location.js';
import {
  checkContexts,
  checkMessageUses,
  checkModules,
  checkNested,
  checkSideEffects,
  checkUnread,
} from './check-files.js';
import { checkHeaders } from './check-headers.js';
import {
  checkMetadata,
  checkMethod,
  checkProtect,
  checkRedirect,
  checkReplacement,
  checkScopes,
  checkStatus,
  checkTags,
} from './check-metadata.js';
import { checkComponents, checkNames } from './check-names.js';
import { checkPath, checkRoutes } from './check-path.js';
import { checkRepresentable, checkSchemas } from './check-schemas.js';
import { checkTravel } from './check-travel.js';
import type { Rule } from './rule.js';

/** At least one procedure is exposed. */
const checkExposure: Rule = ({ procedures, config }) => {
  if (procedures.length > 0) return [];
  const location = startOf(config.file ?? config.procedures);
  const message = `No procedure in the folder "${config.procedures}" is exposed.`;
  return [createDiagnostic('nothing-to-expose', location, message)];
};

const RULES: readonly Rule[] = [
  checkMetadata,
  checkHeaders,
  checkMethod,
  checkPath,
  checkTags,
  checkStatus,
  checkScopes,
  checkProtect,
  checkRedirect,
  checkSchemas,
  checkRepresentable,
  checkTravel,
  checkComponents,
  checkRoutes,
  checkNames,
  checkModules,
  checkSideEffects,
  checkUnread,
  checkNested,
  checkContexts,
  checkMessageUses,
];

/** Rules that are valid only if every file was parsed. */
const COMPLETE_PROJECT_RULES: readonly Rule[] = [checkExposure, checkReplacement];

/** Returns all errors and warnings. `isComplete` tells whether every file was parsed: only then is it known what is missing. */
export function applyRules(api: UncheckedApi, isComplete: boolean): readonly Diagnostic[] {
  const rules = isComplete ? [...RULES, ...COMPLETE_PROJECT_RULES] : RULES;
  return rules.flatMap((rule) => rule(api));
}
