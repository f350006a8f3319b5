import { createDiagnostic } from '../diagnostic.js';
import { locateMetadata } from '../model/unchecked-api.js';
import { forEachProcedure } from './rule.js';

/** A middleware that was typed for callers with a user does not meet others. */
export const checkProtect = forEachProcedure((procedure) => {
  if (!procedure.hasProtectedMiddleware || procedure.openapi.protect !== false) return [];
  const message = `${procedure.name} is public, but has a middleware that was added under \`protect: true\`: its \`ctx.user\` may be null there.`;
  return [createDiagnostic('loosened-protect', locateMetadata(procedure, 'protect'), message)];
});
