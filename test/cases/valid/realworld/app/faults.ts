import { ProcedureError } from 'procgen';

/** A 422 about the fields it names, by their paths in the input: `{ 'user.email': 'has already been taken' }`. */
export function unprocessable(faults: Readonly<Record<string, string>>): ProcedureError {
  const errors = Object.entries(faults).map(([field, message]) => ({ path: field.split('.'), message }));
  const message = errors.map((error) => `${error.path.at(-1)} ${error.message}`).join(', ');
  return new ProcedureError('UNPROCESSABLE_CONTENT', message, { errors });
}

export function notFound(what: string): ProcedureError {
  return new ProcedureError('NOT_FOUND', `No such ${what}.`);
}

export function forbidden(message: string): ProcedureError {
  return new ProcedureError('FORBIDDEN', message);
}

/** Throws a 422 that names every field whose text is there but blank. */
export function refuseBlank(fields: Readonly<Record<string, string | undefined>>): void {
  const blank = Object.entries(fields).filter(([, text]) => text !== undefined && text.trim() === '');
  if (blank.length > 0) {
    throw unprocessable(Object.fromEntries(blank.map(([field]) => [field, "can't be blank"])));
  }
}
