import { expect, it } from 'vitest';
import { encodeForm, withForm } from '../../src/client/encode-form.js';
import { createTransport } from '../../src/client/index.js';

it('A call that sends a form is not tried again unless its options say so', () => {
  const retriesOf = (options: Parameters<typeof withForm>[0]) => withForm(options).retries;
  expect([undefined, {}, { retries: undefined }, { retries: 3 }].map(retriesOf)).toEqual([0, 0, 0, 3]);
});

it('A form is sent once more, and whole, when the key was renewed after a 401', async () => {
  const sent: unknown[] = [];
  const transport = createTransport({
    baseUrl: 'http://test',
    apiKey: () => 'key',
    refresh: () => 'renewed',
    fetch: async (...args) => {
      const form = await new Request(...args).formData();
      const file = form.get('file');
      sent.push(file instanceof File && (await file.text()));
      return Response.json({ success: false, message: '' }, { status: 401 });
    },
  });
  const operation = {
    method: 'POST',
    path: '/files',
    form: (input: object) => encodeForm(input, []),
  } as const;
  const result = await transport(operation, { file: new File(['content'], 'a') }, withForm({}));
  expect([result.success, sent]).toEqual([false, ['content', 'content']]);
});
