/** The exports of the generated client from its runtime. Everything else becomes private when it is inlined. */
export { ApiError, isApiError } from './api-error.js';
export type { Call, PayloadOf } from './call.js';
export type { Operation } from './operation.js';
export type { CallOptions, FetchSettings, OutgoingRequest, TransportOptions } from './options.js';
export type { Fail, Failure, FieldError, ForeignAnswer, NoAnswer, Ok, Result } from './result.js';
export type { EventCallOptions, EventIterable } from './stream-events.js';
export type { StreamCallOptions } from './stream-lines.js';
export { createTransport, type Transport } from './transport.js';
