import type { Diagnostic } from '../diagnostic.js';
import type { PlaceBook } from '../locations/place-book.js';
import type { DraftApi } from '../model/draft-api.js';
import type { ComparedDraft } from '../model/procedure-draft.js';
import { checkComponents } from './check-components.js';
import { checkExposure } from './check-exposure.js';
import { checkHeaders } from './check-headers.js';
import { checkLeftOut } from './check-left-out.js';
import { checkMetadata } from './check-metadata.js';
import { checkMethod } from './check-method.js';
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
import type { LeftOut } from './left-out.js';
import type { Comparison, Rule } from './rule.js';

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
];

/** These need to see all procedures; the last two, that no file is missing. */
const COMPARISONS: readonly Comparison[] = [checkRoutes, checkNames];
const COMPARISONS_OF_WHOLE: readonly Comparison[] = [checkExposure, checkReplacement];

export interface RuledProject {
  /** Whether every file could be loaded: only then is it known what is missing. */
  readonly isWhole: boolean;
  readonly places: PlaceBook;
  readonly leftOut: LeftOut;
}

/** Everything that is refused or warned of, of all procedures at once; once more where it stands, if there is anything. */
export async function applyRules(
  api: DraftApi,
  { isWhole, places, leftOut }: RuledProject,
): Promise<readonly Diagnostic[]> {
  const comparisons = isWhole ? [...COMPARISONS, ...COMPARISONS_OF_WHOLE] : COMPARISONS;
  const apply = () => [
    ...[...RULES, ...comparisons].flatMap((rule) => rule(api)),
    ...checkLeftOut(leftOut, api),
  ];
  const refused = apply();
  return (await places.read()) ? apply() : refused;
}

/** What is refused of some procedures of an API, and of them beside `all` the others, where no file is missing. */
export function applyRulesToPart(part: DraftApi, all: readonly ComparedDraft[]): readonly Diagnostic[] {
  const whole = { drafts: all, config: part.config };
  return [
    ...RULES.flatMap((rule) => rule(part)),
    ...[...COMPARISONS, ...COMPARISONS_OF_WHOLE].flatMap((compare) => compare(whole)),
  ];
}
