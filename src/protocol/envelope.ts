/** The answer's body. A success carries the payload, a failure a message and one entry per offending field. */
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

/** One offending field. `path` leads from the input's root to the value; array positions are decimal strings. */
export interface FieldError {
  path: string[];
  message: string;
}
