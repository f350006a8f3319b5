import { createDiagnostic, type Diagnostic } from '../diagnostic.js';
import { type ProcedureDraft, placeOfMetadata } from '../model/procedure-draft.js';
import { forEachDraft } from './rule.js';

/** A success has a success's status, a documented error an error's, and a 204 no output. */
export const checkStatus = forEachDraft((draft) => [...checkSuccess(draft), ...checkErrors(draft)]);

function checkSuccess(draft: ProcedureDraft): Diagnostic[] {
  const { status } = draft.openapi;
  if (status === undefined) return [];
  if (!isStatus(status, 200, 299)) {
    const message = `${JSON.stringify(status)} is not the status of a success.`;
    return [createDiagnostic('invalid-status', placeOfMetadata(draft, 'status'), message)];
  }
  const isBodyless = status === 204 || status === 205;
  if (!isBodyless || !draft.output || draft.output.shape.kind === 'absent') return [];
  const message = `${draft.name} answers ${status}, which has no body, but it has an output.`;
  return [createDiagnostic('output-with-204', placeOfMetadata(draft, 'status'), message)];
}

function checkErrors(draft: ProcedureDraft): Diagnostic[] {
  const { errors } = draft.openapi;
  if (typeof errors !== 'object' || errors === null) return [];
  const statuses: [string | number, unknown][] = Array.isArray(errors)
    ? errors.map((status: unknown, index) => [index, status])
    : Object.keys(errors).map((status) => [status, Number(status)]);
  return statuses.flatMap(([key, status]) => {
    if (typeof status !== 'number' || isStatus(status, 400, 599)) return [];
    const message = `${status} is not the status of an error.`;
    return [createDiagnostic('invalid-status', placeOfMetadata(draft, 'errors', key), message)];
  });
}

function isStatus(value: unknown, from: number, to: number): boolean {
  return Number.isInteger(value) && (value as number) >= from && (value as number) <= to;
}
