import type { Readable } from 'node:stream';
import type { FieldInfo, FileInfo } from 'busboy';
import { BuiltInError, createFieldError } from '../../protocol/built-in-error.js';
import type { FormField } from '../../protocol/decoding-plan.js';
import { isProcedureError } from '../../protocol/procedure-error.js';
import type { RequestBody } from '../exchange.js';
import { combineChunks } from '../request/combine-chunks.js';
import { createRefusal, Refused } from '../respond/fail.js';
import type { Upload } from './upload.js';
import { Utf8Check } from './utf8-check.js';

export interface UploadLimits {
  /** The maximum size of a whole form. */
  readonly bytes: number;
  /** The maximum size of one file. */
  readonly fileBytes: number;
  readonly files: number;
  readonly fields: number;
  /** The maximum total size of all fields that are not files. */
  readonly fieldBytes: number;
}

export interface FormOptions {
  /** The fields that the schema declares. */
  readonly fields: { readonly [name: string]: FormField };
  readonly limits: UploadLimits;
  readonly upload: Upload;
  /** Called with the size of all that arrives; returns false if it is no longer wanted. */
  readonly onBytes: (bytes: number) => boolean;
  /** Called with the change in the bytes of fields in memory; returns false as `onBytes` does. */
  readonly onFieldBytes: (bytes: number) => boolean;
  /** Called with whether reading has paused until received data is stored. */
  readonly onPause: (isPaused: boolean) => void;
}

/** One part of a form: the text of a field, a file, or undefined for a file that the schema does not declare. */
export interface FormPart {
  readonly name: string;
  readonly value: string | File | undefined;
}

/** No schema and no file system has longer names of fields and files. */
const NAME_LENGTH_MAX = 255;

/** The parser's limit for the headers of a part. */
const HEADERS_LENGTH_MAX = 16_384;

/**
 * Reads a `multipart/form-data` body (RFC 7578) to its end. Rejects with a BAD_REQUEST if it is malformed or has too
 * many parts, a PAYLOAD_TOO_LARGE if something is too long, a SERVICE_UNAVAILABLE if the disk fails, or as `readChunks`
 * of the body does.
 */
export async function parseForm(
  body: RequestBody,
  boundary: string,
  options: FormOptions,
): Promise<readonly FormPart[]> {
  const { limits, upload, onBytes, onFieldBytes, onPause } = options;
  // Imported by the first upload, because most services have none.
  const { default: createParser } = await import('busboy');
  const parser = createParser({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    defParamCharset: 'utf8',
    preservePath: true,
    // The parser reports the last permitted part, not the one after it.
    limits: { parts: limits.files + limits.fields + 1, fieldSize: limits.fieldBytes + 1 },
  });
  const reader = new PartReader(options, body);
  const parts: Promise<FormPart | undefined>[] = [];
  return new Promise((resolve, reject) => {
    let failure: unknown;
    let wake = (): void => {};
    let delimiters = 0;
    /** Whether the current part is a file, which the parser does not buffer. */
    let isFile = false;
    /** The bytes of the current field and its headers in the parser, and how many of them were reported. */
    let openBytes = 0;
    let reportedBytes = 0;
    const fail = (error: unknown) => {
      if (failure !== undefined) return;
      failure = error;
      reject(error);
      parser.destroy();
      wake();
    };
    const add = (part: Promise<FormPart | undefined>) => {
      part.catch(fail);
      parts.push(part);
    };
    const reportOpenBytes = (bytes: number) => {
      openBytes = bytes;
      const change = openBytes - reportedBytes;
      reportedBytes = openBytes;
      if (change !== 0 && !onFieldBytes(change)) fail(CANCELLED);
      else if (!reader.hasRoom(openBytes - HEADERS_LENGTH_MAX)) fail(reader.refuseFields());
    };
    const utf8 = new Utf8Check();
    watchParser(parser, (chunk, isDelimiter, pass) => {
      if (delimiters > 0 && !isFile) {
        openBytes += chunk.length;
        utf8.add(chunk);
      }
      pass();
      if (isDelimiter) {
        delimiters += 1;
        isFile = false;
        utf8.end();
      }
      reportOpenBytes(isDelimiter ? 0 : openBytes);
    });
    parser
      .on('field', (name, text, info) => {
        reportOpenBytes(0);
        // The parser replaces what is not UTF-8 with U+FFFD, which may also have been sent as such.
        const isIntact = utf8.end() || !`${name}${text}`.includes('\ufffd');
        add(reader.readField(name, isIntact ? text : undefined, info));
      })
      .on('file', (name, stream, info) => {
        isFile = true;
        reportOpenBytes(0);
        add(reader.readStream(name, stream, info));
      })
      .on('partsLimit', () => fail(refuseMany(limits.files + limits.fields)))
      .on('error', () => fail(createInvalid()))
      .on('close', () => {
        // The parser skips a part without a valid Content-Disposition.
        if (parts.length !== delimiters - 1) fail(createInvalid());
        Promise.all(parts).then((all) => resolve(all.filter((part) => part !== undefined)), fail);
      })
      .on('drain', () => wake());
    const combiner = combineChunks((chunk): undefined | Promise<void> => {
      if (parser.write(chunk)) return undefined;
      onPause(true);
      return new Promise((next) => {
        wake = () => {
          onPause(false);
          next();
        };
      });
    });
    const onChunk = (chunk: Uint8Array): undefined | Promise<void> => {
      if (failure !== undefined) throw failure;
      if (!onBytes(chunk.length)) throw CANCELLED;
      return combiner.add(chunk);
    };
    const end = () => {
      if (failure !== undefined) return;
      combiner.end();
      onPause(true);
      parser.end();
    };
    upload.onRemove(() => fail(CANCELLED));
    void body.readChunks(limits.bytes, onChunk).then(end).catch(fail);
  });
}

/** The parser's internal search for delimiters, which is not part of its interface. */
interface DelimiterSearch {
  readonly _bparser: {
    _cb(
      isMatch: boolean,
      data: Uint8Array | undefined,
      start: number,
      end: number,
      isDataSafe: boolean,
    ): void;
  };
}

/**
 * Calls `listener` with the bytes that come next, whether a delimiter follows them, including the last one of a form, and
 * a function that passes them to the parser.
 */
function watchParser(
  parser: unknown,
  listener: (chunk: Uint8Array, isDelimiter: boolean, pass: () => void) => void,
): void {
  const { _bparser: search } = parser as DelimiterSearch;
  const pass = search._cb;
  search._cb = (isMatch, data, start, end, isDataSafe) => {
    const chunk = data?.subarray(start, end) ?? NO_BYTES;
    listener(chunk, isMatch, () => pass(isMatch, data, start, end, isDataSafe));
  };
}

const NO_BYTES = new Uint8Array(0);

/** The outcome is no longer awaited. */
const CANCELLED = new Refused(createRefusal('CLIENT_CLOSED_REQUEST'));

function createInvalid(): BuiltInError {
  return new BuiltInError('BAD_REQUEST', 'form.invalid');
}

function refuseMany(max: number): BuiltInError {
  return new BuiltInError('BAD_REQUEST', 'form.tooMany', { params: { max } });
}

/** Rethrows the server's refusal of a part; any other error means that the part is malformed. */
function rethrowPartError(error: unknown): never {
  throw isProcedureError(error) || error instanceof Refused ? error : createInvalid();
}

/** Reads the parts of one form. */
class PartReader {
  readonly #options: FormOptions;
  readonly #body: RequestBody;
  #files = 0;
  #fields = 0;
  #fieldBytes = 0;

  constructor(options: FormOptions, body: RequestBody) {
    this.#options = options;
    this.#body = body;
  }

  /** `text` is undefined if the parser does not know the part's charset, or could not decode it. */
  async readField(name: string | undefined, text: string | undefined, info: FieldInfo): Promise<FormPart> {
    if (text === undefined) throw createInvalid();
    const { known } = this.#find(name, info);
    this.#countField();
    // The parser truncates bytes; the UTF-16 text of the rest may be short enough.
    if (info.valueTruncated) throw this.refuseFields();
    this.#addFieldBytes(Buffer.byteLength(text));
    return { name: known, value: text };
  }

  /** Reads a part with a file name, a file or a field sent like one. Undefined for an empty file input of a browser. */
  async readStream(
    name: string | undefined,
    stream: Readable,
    info: FileInfo,
  ): Promise<FormPart | undefined> {
    // It breaks together with the whole form, which reports the error.
    stream.on('error', () => {});
    const { known, field } = this.#find(name, info);
    if (field && field.as !== 'file') {
      this.#countField();
      return { name: known, value: await this.#readText(stream).catch(rethrowPartError) };
    }
    const { upload, limits } = this.#options;
    this.#files += 1;
    if (this.#files > limits.files) throw refuseMany(limits.files);
    if (!field) {
      stream.resume();
      return { name: known, value: undefined };
    }
    const fileName = readFileName(known, info.filename);
    const limitBytes = Math.min(limits.fileBytes, field.maxBytes ?? limits.fileBytes);
    const file = upload.createFile({ limitBytes, body: this.#body });
    await file.receive(stream).catch(rethrowPartError);
    if (fileName === '' && file.size === 0) return undefined;
    return { name: known, value: await file.toFile({ name: fileName, type: info.mimeType }) };
  }

  #find(name: string | undefined, { mimeType, encoding }: Pick<FileInfo, 'mimeType' | 'encoding'>) {
    const isPlain = /^(?:7bit|8bit|binary)$/i.test(encoding) && !mimeType.startsWith('multipart/');
    if (!isPlain || name === undefined || name === '' || name.length > NAME_LENGTH_MAX) throw createInvalid();
    const { fields } = this.#options;
    // Some senders mark a list in its name.
    const bare = name.endsWith('[]') ? name.slice(0, -2) : name;
    const known = Object.hasOwn(fields, bare) && fields[bare]?.list ? bare : name;
    if (known === '__proto__') throw new BuiltInError('BAD_REQUEST', 'body.key');
    return { known, field: Object.hasOwn(fields, known) ? fields[known] : undefined };
  }

  #countField(): void {
    const { limits } = this.#options;
    this.#fields += 1;
    if (this.#fields > limits.fields) throw refuseMany(limits.fields);
  }

  async #readText(stream: Readable): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) {
      this.#addFieldBytes((chunk as Buffer).length);
      chunks.push(chunk as Buffer);
    }
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks));
  }

  #addFieldBytes(bytes: number): void {
    if (!this.hasRoom(bytes)) throw this.refuseFields();
    this.#fieldBytes += bytes;
    if (!this.#options.onFieldBytes(bytes)) throw CANCELLED;
  }

  /** Whether the fields may grow by this size. */
  hasRoom(bytes: number): boolean {
    return this.#fieldBytes + bytes <= this.#options.limits.fieldBytes;
  }

  refuseFields(): BuiltInError {
    const params = { max: this.#options.limits.fieldBytes };
    return new BuiltInError('PAYLOAD_TOO_LARGE', 'form.fieldsTooLarge', { params });
  }
}

/** Matches control characters, absolute paths and path traversal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const UNSAFE_NAME = /[\0-\x1f\x7f]|^[/\\]|^[A-Za-z]:[/\\]|(?:^|[/\\])\.\.?(?:[/\\]|$)/;

/** Returns the last part of a name, since browsers may send a folder. Throws a BAD_REQUEST for an unsafe name. */
function readFileName(field: string, name: string | undefined): string {
  if (name === undefined) return '';
  if (name.length > NAME_LENGTH_MAX || UNSAFE_NAME.test(name)) {
    const errors = [createFieldError([field], { key: 'form.fileName' })];
    throw new BuiltInError('BAD_REQUEST', 'input.invalid', { errors });
  }
  return name.slice(name.search(/[^/\\]*$/));
}
