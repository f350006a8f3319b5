import { actionResponse, ok, procedure } from 'procgen';
import * as z from 'zod';
import { Envelope, Pdf, Recipient, Settings } from './_schemas.js';

const envelopes = procedure.meta({ openapi: { enabled: true, tags: ['envelopes'], protect: true } });

/** Uploads several PDFs that are signed together. */
export const create = envelopes
  .meta({
    openapi: {
      method: 'POST',
      path: '/envelope/create',
      summary: 'Create an envelope',
      status: 201,
      errors: { 402: 'The plan allows no more envelopes.' },
    },
  })
  .input(
    z.object({
      files: z.array(Pdf).min(1).max(10),
      payload: z.object({
        title: z.string().min(1).max(255),
        type: z.enum(['DOCUMENT', 'TEMPLATE']),
        recipients: z.array(Recipient).default([]),
        globalActionAuth: z.set(z.enum(['ACCOUNT', 'PASSKEY', 'PASSWORD'])).optional(),
        expiresAt: z.date().optional(),
        settings: Settings.optional(),
      }),
    }),
  )
  .output(actionResponse(Envelope))
  .mutation(({ input: { files, payload } }) =>
    ok({
      id: 'envelope_1',
      title: payload.title,
      status: 'DRAFT' as const,
      createdAt: new Date(0),
      items: files.map(({ name }, index) => ({ id: `item_${index}`, title: name, order: index + 1 })),
    }),
  );

/** Adds PDFs to an envelope that nobody has signed yet. */
export const addItems = envelopes
  .meta({ openapi: { method: 'POST', path: '/envelope/:envelopeId/items', summary: 'Add items', status: 201 } })
  .input(
    z.object({
      envelopeId: z.string(),
      files: z.array(Pdf).min(1),
      titles: z.array(z.string()).optional(),
      at: z.object({ x: z.number(), y: z.number() }).array().optional(),
    }),
  )
  .output(actionResponse(Envelope.shape.items))
  .mutation(({ input }) =>
    ok(input.files.map(({ name }, index) => ({ id: `item_${index}`, title: name, order: index + 1 }))),
  );
