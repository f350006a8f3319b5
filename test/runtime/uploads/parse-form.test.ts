import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import type { RequestBody } from '../../../src/runtime/exchange.js';
import { createLog } from '../../../src/runtime/index.js';
import type { MemoryBudget } from '../../../src/runtime/uploads/memory-budget.js';
import { parseForm } from '../../../src/runtime/uploads/parse-form.js';
import { Upload } from '../../../src/runtime/uploads/upload.js';
import { createUploadFolder } from '../../../src/runtime/uploads/upload-folder.js';
import { BOUNDARY, printForm } from '../support/multipart.js';

/** A body that comes in pieces of these lengths, over and over. */
function bodyOf(form: Buffer, lengths: readonly number[]): RequestBody {
  const unused = () => Promise.reject(new Error('A form is read piece by piece.'));
  return {
    isSent: true,
    isComplete: true,
    readArrived: unused,
    read: unused,
    async readEach(_limit, take) {
      for (let at = 0, turn = 0; at < form.length; turn++) {
        const length = lengths[turn % lengths.length] ?? form.length;
        await take(form.subarray(at, at + length));
        at += length;
      }
    },
    stop() {},
  };
}

/** Reads a form with a file and a field sent like one. */
async function parse(content: Buffer, lengths: readonly number[]) {
  const form = printForm([
    { body: content },
    { disposition: 'name="note"; filename="b"', body: content.subarray(0, 3_000) },
  ]);
  let takes = 0;
  let weighed = 0;
  const memory: MemoryBudget = {
    take: () => {
      takes += 1;
      return true;
    },
    giveBack() {},
  };
  const upload = new Upload(createUploadFolder(tmpdir(), createLog({ destination: { write() {} } })), memory);
  const parts = await parseForm(bodyOf(form, lengths), BOUNDARY, {
    fields: { file: { as: 'file' }, note: { as: 'text' } },
    limits: { bytes: 1e6, fileBytes: 1e6, files: 1, fields: 1, fieldBytes: 10_000 },
    upload,
    weigh(bytes) {
      weighed += bytes;
      return true;
    },
  });
  const [file, note] = parts.map(({ value }) => value);
  const read = file instanceof File ? Buffer.from(await file.arrayBuffer()) : undefined;
  await upload.remove();
  return {
    isWhole: read?.equals(content) && note === String(content.subarray(0, 3_000)),
    takes,
    isWeighed: weighed === form.length,
  };
}

const CONTENT = Buffer.from(Array.from({ length: 60_000 }, (_, index) => 97 + (index % 23)));

it('A form that comes byte by byte is kept in a few pieces', async () => {
  const { takes, ...rest } = await parse(CONTENT, [1]);
  expect(rest).toEqual({ isWhole: true, isWeighed: true });
  expect(takes).toBeLessThan(20);
});

it.each([[[1, 5_000]], [[4_095, 4_096, 1]], [[16_383, 2, 20_000]], [[70_000]], [[7, 16_384]]])(
  'A form that comes in pieces of %j bytes is read whole',
  async (lengths) => {
    expect(await parse(CONTENT, lengths)).toMatchObject({ isWhole: true, isWeighed: true });
  },
);
