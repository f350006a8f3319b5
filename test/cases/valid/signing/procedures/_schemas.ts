import * as z from 'zod';

export const Pdf = z.file().max(50_000_000).mime('application/pdf').describe('A document in PDF.');

const Place = z.object({
  page: z.int().min(1),
  x: z.number().min(0).max(100),
  y: z.number().min(0).max(100),
  width: z.number().positive(),
  height: z.number().positive(),
});

/** What a recipient fills in. */
const Field = z
  .discriminatedUnion('type', [
    Place.extend({ type: z.literal('SIGNATURE') }),
    Place.extend({ type: z.literal('DATE'), format: z.string().default('yyyy-MM-dd') }),
    Place.extend({ type: z.literal('TEXT'), label: z.string().optional(), isRequired: z.boolean().default(true) }),
    Place.extend({ type: z.literal('DROPDOWN'), values: z.array(z.string().min(1)).min(1) }),
  ])
  .meta({ id: 'Field' });

export const Recipient = z
  .object({
    email: z.email(),
    name: z.string().max(255),
    role: z.enum(['SIGNER', 'APPROVER', 'VIEWER', 'CC']),
    order: z.int().min(1).optional(),
    fields: z.array(Field).default([]),
  })
  .meta({ id: 'Recipient' });

export const Settings = z
  .object({
    subject: z.string().optional(),
    message: z.string().optional(),
    timezone: z.string().default('Etc/UTC'),
    redirectUrl: z.url().optional(),
    language: z.enum(['de', 'en', 'fr']).default('en'),
  })
  .meta({ id: 'Settings' });

export const Envelope = z
  .object({
    id: z.string(),
    title: z.string(),
    status: z.enum(['DRAFT', 'PENDING', 'COMPLETED', 'REJECTED']),
    createdAt: z.date(),
    items: z.array(z.object({ id: z.string(), title: z.string(), order: z.int() })),
  })
  .meta({ id: 'Envelope' });
