import { actionResponse, binary, ok, procedure } from 'procgen';
import * as z from 'zod';
import { Envelope, Pdf, Recipient, Settings } from './_schemas.js';

const documents = procedure.meta({ openapi: { enabled: true, tags: ['documents'], protect: true } });

/** Uploads one PDF with all that is known of it. Nobody is told of it before it is sent. */
export const create = documents
  .meta({ openapi: { method: 'POST', path: '/document/create', summary: 'Create a document', status: 201 } })
  .input(
    z.object({
      file: Pdf,
      title: z.string().min(1).max(255),
      externalId: z.string().optional(),
      visibility: z.enum(['EVERYONE', 'MANAGER', 'ADMIN']).default('EVERYONE'),
      expiresAt: z.date().optional(),
      folderId: z.int().optional(),
      recipients: z.array(Recipient).default([]),
      settings: Settings.optional(),
    }),
  )
  .output(actionResponse(Envelope))
  .mutation(({ input: { title } }) =>
    ok({ id: 'envelope_1', title, status: 'DRAFT' as const, createdAt: new Date(0), items: [] }),
  );

export const get = documents
  .meta({ openapi: { method: 'GET', path: '/document/:documentId', summary: 'Get a document' } })
  .input(z.object({ documentId: z.string() }))
  .output(actionResponse(Envelope))
  .query(({ input: { documentId } }) =>
    ok({ id: documentId, title: 'Contract', status: 'PENDING' as const, createdAt: new Date(0), items: [] }),
  );

export const download = documents
  .meta({ openapi: { method: 'GET', path: '/document/:documentId/download', summary: 'Download a document' } })
  .input(z.object({ documentId: z.string(), version: z.enum(['original', 'signed']).default('signed') }))
  .output(binary({ contentType: 'application/pdf' }))
  .query(() => new Uint8Array());
