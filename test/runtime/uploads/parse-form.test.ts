import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import type { RequestBody } from '../../../src/runtime/exchange.js';
import { createLog } from '../../../src/runtime/index.js';
import { parseForm } from '../../../src/runtime/uploads/parse-form.js';
import { Upload } from '../../../src/runtime/uploads/upload.js';
import { createUploadFolder, type UploadFolder } from '../../../src/runtime/uploads/upload-folder.js';
import { BOUNDARY, printForm } from '../support/multipart.js';

/** A body that comes in chunks of these lengths, over and over. */
function bodyOf(form: Buffer, lengths: readonly number[]): RequestBody {
  const unused = () => Promise.reject(new Error('A form is read chunk by chunk.'));
  return {
    isSent: true,
    isComplete: true,
    ownsChunks: false,
    readArrived: unused,
    read: unused,
    async readChunks(_limit, onChunk) {
      for (let at = 0, turn = 0; at < form.length; turn++) {
        const length = lengths[turn % lengths.length] ?? form.length;
        await onChunk(form.subarray(at, at + length));
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
  let reports = 0;
  let kept = 0;
  let weighed = 0;
  const upload = new Upload(createUploadFolder(tmpdir(), SILENT));
  const parts = await parseForm(bodyOf(form, lengths), BOUNDARY, {
    fields: { file: { as: 'file' }, note: { as: 'text' } },
    limits: LIMITS,
    upload,
    onBytes(bytes) {
      weighed += bytes;
      return true;
    },
    onFieldBytes(bytes) {
      reports += 1;
      kept += bytes;
      return true;
    },
    onPause() {},
  });
  const [file, note] = parts.map(({ value }) => value);
  const read = file instanceof File ? Buffer.from(await file.arrayBuffer()) : undefined;
  await upload.remove();
  return {
    isWhole: read?.equals(content) && note === String(content.subarray(0, 3_000)),
    reports,
    isWeighed: weighed === form.length && kept < 3_010,
  };
}

/** Begins to read a form with so much room for its fields, from a folder whose files can be made to wait. */
function begin(form: Buffer, room = Infinity, folder: Partial<UploadFolder> = {}) {
  const upload = new Upload({ ...createUploadFolder(tmpdir(), SILENT), ...folder });
  const held: boolean[] = [];
  const kept = { now: 0, most: 0 };
  const reading = parseForm(bodyOf(form, [4_096]), BOUNDARY, {
    fields: { file: { as: 'file' }, note: { as: 'text' } },
    limits: LIMITS,
    upload,
    onBytes: () => true,
    onFieldBytes(bytes) {
      kept.now += bytes;
      kept.most = Math.max(kept.now, kept.most);
      return kept.now <= room;
    },
    onPause: (isHeld) => void held.push(isHeld),
  });
  return { reading, upload, held, kept };
}

const CONTENT = Buffer.from(Array.from({ length: 60_000 }, (_, index) => 97 + (index % 23)));

it('A form that comes byte by byte is kept in a few chunks', async () => {
  const { reports, ...rest } = await parse(CONTENT, [1]);
  expect(rest).toEqual({ isWhole: true, isWeighed: true });
  expect(reports).toBeLessThan(20);
});

it.each([[[1, 5_000]], [[4_095, 4_096, 1]], [[16_383, 2, 20_000]], [[70_000]], [[7, 16_384]]])(
  'A form that comes in chunks of %j bytes is read whole',
  async (lengths) => {
    expect(await parse(CONTENT, lengths)).toMatchObject({ isWhole: true, isWeighed: true });
  },
);

it('A field counts in the memory of uploads before it has ended', async () => {
  const form = printForm([{ disposition: 'name="note"', body: Buffer.alloc(9_000, 'a') }], { end: '' });
  const { reading, upload } = begin(form, 5_000);
  await expect(reading).rejects.toMatchObject({ refusal: { status: 499 } });
  await upload.remove();
});

it('A field that is too long is refused before its end', async () => {
  const body = Buffer.alloc(LIMITS.fieldBytes + 40_000, 'a');
  const form = printForm([{ disposition: 'name="note"', body }], { end: '' });
  const { reading, upload, kept } = begin(form);
  await expect(reading).rejects.toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  expect(kept.most).toBeLessThan(LIMITS.fieldBytes + 35_000);
  await upload.remove();
});

it('What a form keeps of its fields is counted once, and nothing of its files', async () => {
  const form = printForm([
    { disposition: 'name="note"', body: Buffer.alloc(3_000, 'a') },
    { body: Buffer.alloc(100_000) },
  ]);
  const { reading, upload, kept } = begin(form);
  expect(await reading).toHaveLength(2);
  expect(kept.now).toBeGreaterThanOrEqual(3_000);
  expect(kept.most).toBeLessThan(3_200);
  await upload.remove();
});

it('A form says that it is held while its file waits for the disk', async () => {
  let refuse = (_error: Error) => {};
  const create = () =>
    new Promise<never>((_resolve, reject) => {
      refuse = reject;
    });
  const { reading, upload, held } = begin(printForm([{ body: Buffer.alloc(500_000) }]), Infinity, { create });
  await expect.poll(() => held.at(-1)).toBe(true);
  refuse(new Error('The disk does not take it.'));
  await expect(reading).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await upload.remove();
});
