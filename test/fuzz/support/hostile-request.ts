import fc from 'fast-check';
import { arbitraryOf, type Resolve } from '../../schemas/support/arbitrary-of.js';
import { type Description, type FuzzRequest, type Operation, wellFormed } from './fuzz-request.js';
import { type HostileBody, hostileBodies } from './hostile-body.js';

/** A request whose body is made when it is sent. */
export interface HostileRequest {
  readonly request: Omit<FuzzRequest, 'body'>;
  readonly body: HostileBody;
}

/** Requests with hostile bodies for each operation that takes one; null when none does. */
export function hostileRequestsOf(
  description: Description,
  key: string,
): fc.Arbitrary<HostileRequest> | null {
  const schemas = description.components?.schemas ?? {};
  const resolve: Resolve = (reference) => schemas[reference.replace('#/components/schemas/', '')] ?? {};
  const requests = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) =>
      operation.requestBody ? [requestOf(method.toUpperCase(), path, operation, resolve, key)] : [],
    ),
  );
  return requests.length === 0 ? null : fc.oneof(...requests);
}

function requestOf(
  method: string,
  path: string,
  { parameters = [], requestBody, responses }: Operation,
  resolve: Resolve,
  key: string,
): fc.Arbitrary<HostileRequest> {
  const schema = requestBody?.content['application/json'].schema ?? {};
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const values = fc.tuple(...inPath.map((parameter) => arbitraryOf(parameter.schema, resolve)));
  return fc.tuple(values, hostileBodies(arbitraryOf(schema, resolve))).map(([values, body]) => {
    const filled = inPath.reduce((template, { name }, index) => {
      const value = encodeURIComponent(wellFormed(String(values[index])));
      return template.replace(`{${name}}`, () => value || 'x');
    }, path);
    const request = {
      operation: `${method} ${path}`,
      method,
      target: `/api${filled}`,
      headers: [
        ['Authorization', `Bearer ${key}`],
        ['Content-Type', 'application/json'],
      ] as const,
      documented: Object.keys(responses).map(Number),
    };
    return { request, body };
  });
}
