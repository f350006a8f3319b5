import type { ProcedureDefinition } from '../../definition/procedure-definition.js';

/** Whether metadata asks for exposure, or leaves it unclear, which is an error. */
export function isExposed(meta: ProcedureDefinition['meta']): boolean {
  const { openapi } = meta as { openapi?: unknown };
  if (typeof openapi !== 'object' || openapi === null) return openapi !== undefined;
  return (openapi as { enabled?: unknown }).enabled !== false;
}
