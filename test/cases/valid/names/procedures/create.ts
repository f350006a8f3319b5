import { procedure } from 'procgen';
import * as z from 'zod';

const Result = z.object({ value: z.string() }).meta({ id: 'Result' });
const Transport = z.object({ wheels: z.number(), result: Result }).meta({ id: 'Transport' });
const Failure = z.object({ reason: z.string() }).meta({ id: 'Failure' });
const Client = z.object({ name: z.string() }).meta({ id: 'Client' });
const Odd = z.object({ 'some-key': z.string(), 1: z.string(), class: z.string(), __proto: z.string() }).meta({ id: '3d.Model-x' });
const ClientInput = z.object({ client: Client }).meta({ id: 'CreateClientInput' });

export const client = procedure
  .meta({
    openapi: { enabled: true, method: 'POST', path: '/create/client', tags: ['all'], summary: 'S', protect: false },
  })
  .input(ClientInput)
  .output(z.object({ result: Result, transport: Transport, failure: Failure }))
  .mutation(() => ({ result: { value: '' }, transport: { wheels: 1, result: { value: '' } }, failure: { reason: '' } }));

export const transport = procedure
  .meta({
    openapi: { enabled: true, method: 'POST', path: '/create/transport', tags: ['all'], summary: 'S', protect: false },
  })
  .input(z.object({ 'some-key': z.string(), 'a b': z.number(), string: z.string() }))
  .output(Odd)
  .mutation(() => ({ 'some-key': '', 1: '', class: '', __proto: '' }));
