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
  /** The longest that a whole form may be. */
  readonly bytes: number;
  /** The longest that one file may be. */
  readonly fileBytes: number;
  readonly files: number;
  readonly fields: number;
  /** The most that all fields that are no files may be together. */
  readonly fieldBytes: number;
}

export interface FormOptions {
  /** The fields that the schema names. */
  readonly fields: { readonly [name: string]: FormField };
  readonly limits: UploadLimits;
  readonly upload: Upload;
  /** Told of all that arrives; false where it is not wanted any longer. */
  readonly weigh: (bytes: number) => boolean;
  /** Told how many bytes more of fields stand in memory, or less; false as for `weigh`. */
  readonly keep: (bytes: number) => boolean;
  /** Told whether what has arrived still waits to be stored, so that nothing more is read. */
  readonly hold: (isHeld: boolean) => void;
}

/** One part of a form: the text of a field, a file, or undefined for a file that the schema does not name. */
export interface FormPart {
  readonly name: string;
  readonly value: string | File | undefined;
}

/** Longer names of fields and files are nothing that a schema or a file system has. */
const NAME_LENGTH_MAX = 255;

/** So long the parser lets the headers of a part be. */
const HEADERS_LENGTH_MAX = 16_384;

/**
 * Reads a `multipart/form-data` body (RFC 7578) to its end. Rejects with a BAD_REQUEST for one that is malformed or has too
 * many parts, a PAYLOAD_TOO_LARGE for what is too long, a SERVICE_UNAVAILABLE where the disk takes no more, or as
 * `readEach` of the body does.
 */
export async function parseForm(
  body: RequestBody,
  boundary: string,
  options: FormOptions,
): Promise<readonly FormPart[]> {
  const { limits, upload, weigh, keep, hold } = options;
  // Loaded by the first upload: most services have none.
  const { default: createParser } = await import('busboy');
  const parser = createParser({
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
    defParamCharset: 'utf8',
    preservePath: true,
    // It tells of the last part that is allowed, not of the one after it.
    limits: { parts: limits.files + limits.fields + 1, fieldSize: limits.fieldBytes + 1 },
  });
  const reader = new PartReader(options, body);
  const parts: Promise<FormPart | undefined>[] = [];
  return new Promise((resolve, reject) => {
    let failure: unknown;
    let wake = (): void => {};
    let delimiters = 0;
    /** Whether a file has begun, of which the parser keeps nothing. */
    let isFile = false;
    /** How much it keeps of a field that has begun, with the headers, and how much of that `keep` was told. */
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
        // It passes over a part without a Content-Disposition that it can read.
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

/** What the parser searches a form with, which is not a part of its interface. */
interface Searching {
  readonly _bparser: {
    _cb(isMatch: boolean, data: unknown, start: number, end: number, isDataSafe: boolean): void;
  };
}

/**
 * Tells `listener` how many bytes come next, and whether a delimiter follows them, the one that ends a form included. It lets
 * the parser take them.
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

/** Nobody waits for the outcome any more. */
const GONE = new Refused(createRefusal('CLIENT_CLOSED_REQUEST'));

function createInvalid(): BuiltInError {
  return new BuiltInError('BAD_REQUEST', 'form.invalid');
}

function refuseMany(max: number): BuiltInError {
  return new BuiltInError('BAD_REQUEST', 'form.tooMany', { params: { max } });
}

/** Throws what the server refused a part for; a part that breaks by itself is malformed. */
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

  /** `text` is undefined where the part is in a charset that the parser does not know. */
  async readField(name: string | undefined, text: string | undefined, info: FieldInfo): Promise<FormPart> {
    if (text === undefined) throw createInvalid();
    const { known } = this.#find(name, info);
    this.#countField();
    // The parser cuts off bytes; in UTF-16 the text of what is left may be short enough.
    if (info.valueTruncated) throw this.refuseFields();
    this.#weighField(Buffer.byteLength(text));
    return { name: known, value: text };
  }

  /** A part with a file name, be it a file or a field that is sent like one. Undefined for what a browser sends of no file. */
  async readStream(
    name: string | undefined,
    stream: Readable,
    info: FileInfo,
  ): Promise<FormPart | undefined> {
    // It breaks together with the whole form, which tells why.
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
    // Some senders mark a list by its name.
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

  /** Whether fields may be so much longer than those that were read. */
  hasRoom(bytes: number): boolean {
    return this.#fieldBytes + bytes <= this.#options.limits.fieldBytes;
  }

  refuseFields(): BuiltInError {
    const params = { max: this.#options.limits.fieldBytes };
    return new BuiltInError('PAYLOAD_TOO_LARGE', 'form.fieldsTooLarge', { params });
  }
}

/** What a name cannot have anywhere, and what leads out of a folder. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const NO_NAME = /[\0-\x1f\x7f]|^[/\\]|^[A-Za-z]:[/\\]|(?:^|[/\\])\.\.?(?:[/\\]|$)/;

/** The last part of a name, where a browser sends a folder. Throws a BAD_REQUEST for a name that leads elsewhere. */
function readFileName(field: string, name: string | undefined): string {
  if (name === undefined) return '';
  if (name.length > NAME_LENGTH_MAX || NO_NAME.test(name)) {
    const errors = [createFieldError([field], { key: 'form.fileName' })];
    throw new BuiltInError('BAD_REQUEST', 'input.invalid', { errors });
  }
  return name.slice(name.search(/[^/\\]*$/));
}
