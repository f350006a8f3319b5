import { expect, test } from 'vitest';
import { Answer } from '../../src/runtime/respond/answer.js';
import { prepareStaticBody } from '../../src/runtime/respond/static-body.js';

test('A static body is read when it is first asked for, and once.', async () => {
  let reads = 0;
  const send = prepareStaticBody({
    type: 'text/plain',
    read: async () => {
      reads += 1;
      return Buffer.from('text');
    },
  });
  expect(reads).toBe(0);
  await Promise.all(
    ['br', 'gzip', 'identity'].map((coding) => send(new Answer([]), { 'accept-encoding': coding })),
  );
  await send(new Answer([]), {});
  expect(reads).toBe(1);
});

test('A static body that could not be read is read again for the next request.', async () => {
  let reads = 0;
  const send = prepareStaticBody({
    type: 'text/plain',
    read: async () => {
      reads += 1;
      if (reads === 1) throw new Error('not now');
      return Buffer.from('text');
    },
  });
  await expect(send(new Answer([]), {})).rejects.toThrow('not now');
  const answer = new Answer([]);
  await send(answer, {});
  expect([answer.status, String(answer.body)]).toEqual([200, 'text']);
});
