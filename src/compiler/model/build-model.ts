import type { ApiModel, ProcedureModel } from '../../model/api-model.js';
import type { ProjectConfig } from '../load/project-config.js';
import { buildProcedure } from './build-procedure.js';
import { claimNames } from './claim-names.js';
import type { DraftApi } from './draft-api.js';
import { listSchemas } from './list-schemas.js';
import { listTypes } from './list-types.js';
import type { CheckedDraft, ModelContext } from './model-context.js';
import { PlanBook } from './plan-book.js';

/** What of the project beside procedures and configuration goes into the generated files. */
export interface Surroundings {
  readonly catalogs: ApiModel['messages'];
  /** The extension that the project's tsconfig calls for in imports. */
  readonly importExtension: '.js' | '.ts';
}

/** Takes every decision that is left, of drafts without faults. */
export function buildModel({ drafts, book, names, config }: DraftApi, surroundings: Surroundings): ApiModel {
  const { catalogs, importExtension } = surroundings;
  const plans = new PlanBook(book, names.componentOf);
  const claimed = claimNames(drafts, names);
  const context: ModelContext = { book, names, plans, config, drafts, claimed, importExtension };
  const procedures = drafts.map((draft) => buildProcedure(draft as CheckedDraft, context));
  return {
    info: {
      title: config.info.title,
      version: config.info.version,
      ...(config.info.description !== undefined && { description: config.info.description }),
    },
    serverUrl: `${config.baseUrl ?? ''}/api`,
    tags: listTags(procedures, config),
    credentials: {
      name: config.credentials.name ?? 'ApiKey',
      header: config.credentials.header ?? 'Authorization',
      prefix: config.credentials.prefix ?? 'Bearer',
      ...(config.credentials.description !== undefined && { description: config.credentials.description }),
    },
    rateLimits: config.rateLimits,
    schemas: listSchemas(procedures, names),
    types: listTypes(drafts, context),
    plans: plans.listNamed(),
    messages: catalogs,
    procedures,
  };
}

/** The tags that procedures have, in the order of the configuration. */
export function listTags(procedures: readonly ProcedureModel[], config: ProjectConfig): readonly string[] {
  const used = new Set(procedures.flatMap(({ tags }) => tags));
  return [...new Set(Object.values(config.tags))].filter((tag) => used.has(tag));
}
