import type { Readable } from 'node:stream';
import type { FieldInfo, FileInfo } from 'busboy';
import { BuiltInError, createFieldError } from '../../protocol/built-in-error.js';
import type { FormField } from '../../protocol/decoding-plan.js';
import { isProcedureError } from '../../protocol/procedure-error.js';
import type { RequestBody } from '../exchange.js';
import { createRefusal, Refused } from '../respond/fail.js';
import { gatherPieces } from './gather-pieces.js';
import type { Upload } from './upload.js';

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
  readonly weigh: (bytes: number) => boolean;
  /** Called with the change in the bytes of fields in memory; returns false as `weigh` does. */
  readonly keep: (bytes: number) => boolean;
  /** Called with whether reading has paused until received data is stored. */
  readonly hold: (isHeld: boolean) => void;
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
 * many parts, a PAYLOAD_TOO_LARGE if something is too long, a SERVICE_UNAVAILABLE if the disk fails, or as `readEach`
 * of the body does.
 */
export async function parseForm(
  body: RequestBody,
  boundary: string,
  options: FormOptions,
): Promise<readonly FormPart[]> {
  const { limits, upload, weigh, keep, hold } = options;
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
    /** The bytes of the current field and its headers in the parser, and how many of them were passed to `keep`. */
    let open = 0;
    let told = 0;
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
    const keepOpen = (bytes: number) => {
      open = bytes;
      const more = open - told;
      told = open;
      if (more !== 0 && !keep(more)) fail(GONE);
      else if (!reader.hasRoom(open - HEADERS_LENGTH_MAX)) fail(reader.refuseFields());
    };
    watchParser(parser, (bytes, isDelimiter, take) => {
      if (delimiters > 0 && !isFile) open += bytes;
      take();
      if (isDelimiter) {
        delimiters += 1;
        isFile = false;
      }
      keepOpen(isDelimiter ? 0 : open);
    });
    parser
      .on('field', (name, text, info) => {
        keepOpen(0);
        add(reader.readField(name, text, info));
      })
      .on('file', (name, stream, info) => {
        isFile = true;
        keepOpen(0);
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
    const gatherer = gatherPieces((piece): undefined | Promise<void> => {
      if (parser.write(piece)) return undefined;
      hold(true);
      return new Promise((next) => {
        wake = () => {
          hold(false);
          next();
        };
      });
    });
    const take = (piece: Uint8Array): undefined | Promise<void> => {
      if (failure !== undefined) throw failure;
      if (!weigh(piece.length)) throw GONE;
      return gatherer.take(piece);
    };
    const end = () => {
      if (failure !== undefined) return;
      gatherer.end();
      hold(true);
      parser.end();
    };
    upload.onRemove(() => fail(GONE));
    void body.readEach(limits.bytes, take).then(end).catch(fail);
  });
}

/** The parser's internal search for delimiters, which is not part of its interface. */
interface Searching {
  readonly _bparser: {
    _cb(isMatch: boolean, data: unknown, start: number, end: number, isDataSafe: boolean): void;
  };
}

/**
 * Calls `listener` with the number of bytes that come next, whether a delimiter follows them, including the last one of
 * a form, and a function that passes them to the parser.
 */
function watchParser(
  parser: unknown,
  listener: (bytes: number, isDelimiter: boolean, take: () => void) => void,
): void {
  const { _bparser: search } = parser as Searching;
  const take = search._cb;
  search._cb = (isMatch, data, start, end, isDataSafe) => {
    listener(end - start, isMatch, () => take(isMatch, data, start, end, isDataSafe));
  };
}

/** The outcome is no longer awaited. */
const GONE = new Refused(createRefusal('CLIENT_CLOSED_REQUEST'));

function createInvalid(): BuiltInError {
  return new BuiltInError('BAD_REQUEST', 'form.invalid');
}

function refuseMany(max: number): BuiltInError {
  return new BuiltInError('BAD_REQUEST', 'form.tooMany', { params: { max } });
}

/** Rethrows the server's refusal of a part; any other error means that the part is malformed. */
function throwPart(error: unknown): never {
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

  /** `text` is undefined if the parser does not know the part's charset. */
  async readField(name: string | undefined, text: string | undefined, info: FieldInfo): Promise<FormPart> {
    if (text === undefined) throw createInvalid();
    const { known } = this.#find(name, info);
    this.#countField();
    // The parser truncates bytes; the UTF-16 text of the rest may be short enough.
    if (info.valueTruncated) throw this.refuseFields();
    this.#weighField(Buffer.byteLength(text));
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
      return { name: known, value: await this.#readText(stream).catch(throwPart) };
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
    await file.receive(stream).catch(throwPart);
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
    const pieces: Buffer[] = [];
    for await (const piece of stream) {
      this.#weighField((piece as Buffer).length);
      pieces.push(piece as Buffer);
    }
    return Buffer.concat(pieces).toString();
  }

  #weighField(bytes: number): void {
    if (!this.hasRoom(bytes)) throw this.refuseFields();
    this.#fieldBytes += bytes;
    if (!this.#options.keep(bytes)) throw GONE;
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
const NO_NAME = /[\0-\x1f\x7f]|^[/\\]|^[A-Za-z]:[/\\]|(?:^|[/\\])\.\.?(?:[/\\]|$)/;

/** Returns the last part of a name, since browsers may send a folder. Throws a BAD_REQUEST for an unsafe name. */
function readFileName(field: string, name: string | undefined): string {
  if (name === undefined) return '';
  if (name.length > NAME_LENGTH_MAX || NO_NAME.test(name)) {
    const errors = [createFieldError([field], { key: 'form.fileName' })];
    throw new BuiltInError('BAD_REQUEST', 'input.invalid', { errors });
  }
  return name.slice(name.search(/[^/\\]*$/));
}
