/** The body of a response. A success has the payload, a failure a message and one entry per invalid field. */
export type Envelope<Payload> = Success<Payload> | Failure;

export interface Success<Payload> {
  success: true;
  payload: Payload;
  message?: string;
}

export interface Failure {
  success: false;
  message: string;
  errors?: FieldError[];
}

/** One invalid field. `path` leads from the input's root to the value; array indices are decimal strings. */
export interface FieldError {
  path: string[];
  message: string;
}
