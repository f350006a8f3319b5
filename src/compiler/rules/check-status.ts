import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { locateMetadata, type UncheckedProcedure } from '../model/unchecked-api.js';
import { forEachProcedure } from './rule.js';

/** A success has a success's status, a documented error an error's, and a 204 no output. */
export const checkStatus = forEachProcedure((procedure) => [
  ...checkSuccess(procedure),
  ...checkErrors(procedure),
]);

function checkSuccess(procedure: UncheckedProcedure): Diagnostic[] {
  const { openapi, output, contentType } = procedure;
  const { status } = openapi;
  if (status === undefined) return [];
  if (!isStatus(status, 200, 299)) {
    const message = `${JSON.stringify(status)} is not the status of a success.`;
    return [createDiagnostic('invalid-status', locateMetadata(procedure, 'status'), message)];
  }
  const isBodyless = status === 204 || status === 205;
  const hasBody = contentType !== undefined || (output && output.kind !== 'absent');
  if (!isBodyless || !hasBody) return [];
  const message = `${procedure.name} answers ${status}, which has no body, but it has an output.`;
  return [createDiagnostic('output-with-204', locateMetadata(procedure, 'status'), message)];
}

function checkErrors(procedure: UncheckedProcedure): Diagnostic[] {
  const { errors } = procedure.openapi;
  if (typeof errors !== 'object' || errors === null) return [];
  const statuses: [string | number, unknown][] = Array.isArray(errors)
    ? errors.map((status: unknown, index) => [index, status])
    : Object.keys(errors).map((status) => [status, Number(status)]);
  return statuses.flatMap(([key, status]) => {
    if (typeof status !== 'number' || isStatus(status, 400, 599)) return [];
    const message = `${status} is not the status of an error.`;
    return [createDiagnostic('invalid-status', locateMetadata(procedure, 'errors', key), message)];
  });
}

function isStatus(value: unknown, from: number, to: number): boolean {
  return Number.isInteger(value) && (value as number) >= from && (value as number) <= to;
}
