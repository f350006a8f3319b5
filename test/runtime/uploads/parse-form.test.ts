import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import type { RequestBody } from '../../../src/runtime/exchange.js';
import { createLog } from '../../../src/runtime/index.js';
import { createMemoryBudgets, type MemoryBudget } from '../../../src/runtime/uploads/memory-budget.js';
import { parseForm } from '../../../src/runtime/uploads/parse-form.js';
import { Upload } from '../../../src/runtime/uploads/upload.js';
import { createUploadFolder, type UploadFolder } from '../../../src/runtime/uploads/upload-folder.js';
import { BOUNDARY, printForm } from '../support/multipart.js';

/** A body that comes in pieces of these lengths, over and over. */
function bodyOf(form: Buffer, lengths: readonly number[]): RequestBody {
  const unused = () => Promise.reject(new Error('A form is read piece by piece.'));
  return {
    isSent: true,
    isComplete: true,
    hasOwnPieces: false,
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

const SILENT = createLog({ destination: { write() {} } });
const LIMITS = { bytes: 1e6, fileBytes: 1e6, files: 1, fields: 1, fieldBytes: 10_000 };

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
  const upload = new Upload(createUploadFolder(tmpdir(), SILENT), memory);
  const parts = await parseForm(bodyOf(form, lengths), BOUNDARY, {
    fields: { file: { as: 'file' }, note: { as: 'text' } },
    limits: LIMITS,
    upload,
    weigh(bytes) {
      weighed += bytes;
      return true;
    },
    hold() {},
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

/** Begins to read a form from a folder whose files can be made to wait, with so much memory. */
function begin(form: Buffer, memory: MemoryBudget, folder: Partial<UploadFolder> = {}) {
  const upload = new Upload({ ...createUploadFolder(tmpdir(), SILENT), ...folder }, memory);
  const held: boolean[] = [];
  const reading = parseForm(bodyOf(form, [4_096]), BOUNDARY, {
    fields: { file: { as: 'file' }, note: { as: 'text' } },
    limits: LIMITS,
    upload,
    weigh: () => true,
    hold: (isHeld) => void held.push(isHeld),
  });
  return { reading, upload, held };
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

it('A field counts in the memory of uploads before it has ended, and no more once its upload is over', async () => {
  const memory = createMemoryBudgets({ bytes: 5_000, bytesPerAddress: 5_000 })('');
  const form = (length: number) =>
    printForm([{ disposition: 'name="note"', body: Buffer.alloc(length, 'a') }], { end: '' });
  const long = begin(form(14_000), memory);
  await expect(long.reading).rejects.toMatchObject({ refusal: { status: 503 } });
  const short = begin(form(3_000), memory);
  await expect(short.reading).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await Promise.all([long.upload.remove(), short.upload.remove()]);
  expect(memory.take(5_000)).toBe(true);
});

it('What a form keeps of its fields is counted once', async () => {
  const memory = createMemoryBudgets({ bytes: 5_000, bytesPerAddress: 5_000 })('');
  const form = printForm([
    { disposition: 'name="note"', body: Buffer.alloc(3_000, 'a') },
    { body: Buffer.alloc(1_000) },
  ]);
  const { reading, upload } = begin(form, memory);
  expect(await reading).toHaveLength(2);
  expect(memory.take(1_000)).toBe(true);
  expect(memory.take(1)).toBe(false);
  await upload.remove();
  expect(memory.take(4_000)).toBe(true);
});

it('A form says that it is held while its file waits for the disk', async () => {
  let refuse = (_error: Error) => {};
  const create = () =>
    new Promise<never>((_resolve, reject) => {
      refuse = reject;
    });
  const { reading, upload, held } = begin(
    printForm([{ body: Buffer.alloc(500_000) }]),
    createMemoryBudgets({ bytes: 10_000, bytesPerAddress: 10_000 })(''),
    { create },
  );
  await expect.poll(() => held.at(-1)).toBe(true);
  refuse(new Error('The disk does not take it.'));
  await expect(reading).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await upload.remove();
});
