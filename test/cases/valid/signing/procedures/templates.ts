import { actionResponse, ok, procedure } from 'procgen';
import * as z from 'zod';
import { Envelope, Pdf, Settings } from './_schemas.js';

const templates = procedure.meta({ openapi: { enabled: true, tags: ['templates'], protect: true } });

/** Replaces the PDF of a template, its preview, or only what is said of it. */
export const update = templates
  .meta({ openapi: { method: 'PUT', path: '/template/:templateId', summary: 'Update a template' } })
  .input(
    z.object({
      templateId: z.string(),
      file: Pdf.optional(),
      preview: z.file().max(2_000_000).mime(['image/png', 'image/jpeg']).optional(),
      title: z.string().min(1).optional(),
      isPublic: z.boolean().optional(),
      settings: Settings.optional(),
    }),
  )
  .output(actionResponse(Envelope))
  .mutation(({ input: { templateId, title = 'Template' } }) =>
    ok({ id: templateId, title, status: 'DRAFT' as const, createdAt: new Date(0), items: [] }),
  );
