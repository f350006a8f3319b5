import { createDiagnostic } from '../diagnostic.js';
import { locateMetadata } from '../model/unchecked-api.js';
import { forEachProcedure } from './rule.js';

/** A redirect is what a link leads to: it is a GET, and does not ask for a key, which a link does not send. */
export const checkRedirect = forEachProcedure((procedure, { config }) => {
  const { name, kind, method, openapi, sentAs } = procedure;
  if (sentAs.kind !== 'redirect') return [];
  if (kind === 'mutation' || (method !== undefined && method !== 'GET')) {
    const message = `${name} answers with a redirect, but it is ${kind === 'mutation' ? 'a mutation' : `a ${method}`}.`;
    return [createDiagnostic('redirect-method', locateMetadata(procedure, 'method'), message)];
  }
  if (openapi.protect !== true || config.hasOwnAuthentication) return [];
  const message = `${name} answers with a redirect and asks for an API key, which a link does not send.`;
  return [createDiagnostic('protected-redirect', locateMetadata(procedure, 'protect'), message)];
});
