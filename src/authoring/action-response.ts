import * as z from 'zod';
import { brandOutput } from '../definition/output-kind.js';
import type { Schema } from '../definition/schema.js';
import type { Success } from '../protocol/envelope.js';
import { expectSchema } from './expect-schema.js';

/** The schema of a success envelope around `payload`. */
export type ActionResponse<Payload extends Schema> = z.ZodObject<
  { success: z.ZodLiteral<true>; payload: Payload; message: z.ZodOptional<z.ZodString> },
  z.core.$strip
>;

/** The schema of a success envelope without a payload. */
export type EmptyActionResponse = z.ZodObject<
  { success: z.ZodLiteral<true>; message: z.ZodOptional<z.ZodString> },
  z.core.$strip
>;

/**
 * The schema of `{ success: true, payload, message? }`, without `payload` for a void schema or no argument. Throws a
 * TypeError for anything but a zod 4 schema, and for an explicit `undefined`, which circular imports cause.
 */
export function actionResponse(payload?: z.ZodVoid | z.ZodUndefined): EmptyActionResponse;
export function actionResponse<Payload extends Schema>(payload: Payload): ActionResponse<Payload>;
export function actionResponse(
  ...payloads: [payload?: Schema]
): EmptyActionResponse | ActionResponse<Schema> {
  const [payload] = payloads;
  if (payloads.length > 0 && payload === undefined) {
    throw new TypeError(
      'actionResponse() got undefined. Define the schema before the line that uses it; files that import each other see it too early.',
    );
  }
  const { success, message } = getParts();
  const isEmpty = payload === undefined || isVoid(expectSchema('actionResponse()', payload));
  const schema = isEmpty ? z.object({ success, message }) : z.object({ success, payload, message });
  brandOutput(schema, { kind: 'envelope' });
  return schema as EmptyActionResponse | ActionResponse<Schema>;
}

interface EnvelopeParts {
  readonly success: z.ZodLiteral<true>;
  readonly message: z.ZodOptional<z.ZodString>;
}

let parts: EnvelopeParts | undefined;

/** All envelopes share these schemas, because creating one is expensive. */
function getParts(): EnvelopeParts {
  parts ??= { success: z.literal(true), message: z.string().optional() };
  return parts;
}

/** Returns an envelope: `ok(x)` is exactly `{ success: true, payload: x }`, with `message` only when given. */
export function ok(): { success: true };
export function ok<Payload>(payload: Payload): { success: true; payload: Payload };
export function ok<Payload>(payload: Payload, message: string | undefined): Success<Payload>;
export function ok(payload?: unknown, message?: string): object {
  const envelope: { success: true; payload?: unknown; message?: string } = { success: true };
  if (payload !== undefined) envelope.payload = payload;
  if (message !== undefined) envelope.message = message;
  return envelope;
}

function isVoid(schema: Schema): boolean {
  return schema._zod.def.type === 'void' || schema._zod.def.type === 'undefined';
}
