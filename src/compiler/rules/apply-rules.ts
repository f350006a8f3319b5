import type { Diagnostic } from '../diagnostic.js';
import type { UnreadFile } from '../discover/discover-procedure-files.js';
import type { UncheckedApi } from '../model/unchecked-api.js';
import { checkComponents } from './check-components.js';
import { checkExposure } from './check-exposure.js';
import { checkHeaders } from './check-headers.js';
import { checkLeftOut } from './check-left-out.js';
import { checkMetadata } from './check-metadata.js';
import { checkMethod } from './check-method.js';
import { checkModules } from './check-modules.js';
import { checkNames } from './check-names.js';
import { checkPath } from './check-path.js';
import { checkProtect } from './check-protect.js';
import { checkReplacement } from './check-replacement.js';
import { checkRepresentable } from './check-representable.js';
import { checkRoutes } from './check-routes.js';
import { checkSchemas } from './check-schemas.js';
import { checkScopes } from './check-scopes.js';
import { checkStatus } from './check-status.js';
import { checkTags } from './check-tags.js';
import { checkTravel } from './check-travel.js';
import type { Rule } from './rule.js';

const RULES: readonly Rule[] = [
  checkMetadata,
  checkHeaders,
  checkMethod,
  checkPath,
  checkTags,
  checkStatus,
  checkScopes,
  checkProtect,
  checkSchemas,
  checkRepresentable,
  checkTravel,
  checkComponents,
  checkRoutes,
  checkNames,
  checkModules,
];

/** These need to know that no file is missing. */
const RULES_OF_WHOLE: readonly Rule[] = [checkExposure, checkReplacement];

export interface RuledProject {
  /** Whether every file could be parsed: only then is it known what is missing. */
  readonly isWhole: boolean;
  readonly unread: readonly UnreadFile[];
}

/** Everything that is refused or warned of, of all procedures at once. */
export function applyRules(api: UncheckedApi, { isWhole, unread }: RuledProject): readonly Diagnostic[] {
  const rules = isWhole ? [...RULES, ...RULES_OF_WHOLE] : RULES;
  return [...rules.flatMap((rule) => rule(api)), ...checkLeftOut(api, unread)];
}
