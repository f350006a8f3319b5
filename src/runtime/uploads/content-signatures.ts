/** The expected first bytes of a content by offset, one character per byte. */
type Bytes = readonly (readonly [at: number, text: string])[];

/** How the content of some media types begins; the preferred type is first. */
export interface ContentSignature {
  readonly types: readonly string[];
  /** One of these must match. */
  readonly anyOf: readonly Bytes[];
}

const OPEN_XML = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';

export const CONTENT_SIGNATURES: readonly ContentSignature[] = [
  starts(['image/png', 'image/apng'], '\x89PNG\r\n\x1a\n'),
  starts(['image/jpeg', 'image/jpg', 'image/pjpeg'], '\xff\xd8\xff'),
  starts(['image/gif'], 'GIF87a', 'GIF89a'),
  riff(['image/webp'], 'WEBP'),
  brands(['image/avif'], 'avif', 'avis'),
  brands(['image/heic', 'image/heif'], 'heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1'),
  {
    types: ['image/bmp', 'image/x-ms-bmp'],
    anyOf: [
      [
        [0, 'BM'],
        [6, '\0\0\0\0'],
      ],
    ],
  },
  starts(['image/tiff'], 'II*\0', 'MM\0*'),
  starts(['image/x-icon', 'image/vnd.microsoft.icon'], '\0\0\x01\0'),
  starts(['application/pdf'], '%PDF-'),
  starts(
    [
      'application/zip',
      'application/x-zip-compressed',
      ...['wordprocessingml.document', 'spreadsheetml.sheet', 'presentationml.presentation'].map(
        (kind) => `${OPEN_XML}.${kind}`,
      ),
      ...['text', 'spreadsheet', 'presentation'].map((kind) => `${OPEN_DOCUMENT}.${kind}`),
      'application/epub+zip',
      'application/java-archive',
    ],
    ...['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'],
  ),
  starts(
    [
      'application/x-ole-storage',
      'application/msword',
      'application/vnd.ms-excel',
      'application/vnd.ms-powerpoint',
      'application/vnd.ms-outlook',
    ],
    '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1',
  ),
  starts(['application/rtf', 'text/rtf'], '{\\rtf'),
  starts(['application/gzip', 'application/x-gzip'], '\x1f\x8b'),
  starts(['application/x-7z-compressed'], '7z\xbc\xaf\x27\x1c'),
  starts(['application/vnd.rar', 'application/x-rar-compressed'], 'Rar!\x1a\x07'),
  starts(['application/zstd'], '\x28\xb5\x2f\xfd'),
  brands(['video/mp4', 'audio/mp4', 'video/quicktime', 'audio/x-m4a'], ''),
  starts(['video/webm', 'audio/webm', 'video/x-matroska', 'audio/x-matroska'], '\x1a\x45\xdf\xa3'),
  starts(
    ['audio/mpeg', 'audio/mp3'],
    ...['ID3', ...['\xe2', '\xe3', '\xf2', '\xf3', '\xfa', '\xfb'].map((byte) => `\xff${byte}`)],
  ),
  riff(['audio/wav', 'audio/x-wav', 'audio/wave', 'audio/vnd.wave'], 'WAVE'),
  starts(['audio/ogg', 'video/ogg', 'application/ogg'], 'OggS'),
  starts(['audio/flac', 'audio/x-flac'], 'fLaC'),
  starts(['font/woff'], 'wOFF'),
  starts(['font/woff2'], 'wOF2'),
];

function starts(types: readonly string[], ...texts: readonly string[]): ContentSignature {
  return { types, anyOf: texts.map((text) => [[0, text]]) };
}

/** The Resource Interchange File Format. */
function riff(types: readonly string[], form: string): ContentSignature {
  return {
    types,
    anyOf: [
      [
        [0, 'RIFF'],
        [8, form],
      ],
    ],
  };
}

/** ISO/IEC 14496-12, 4.3. */
function brands(types: readonly string[], ...names: readonly string[]): ContentSignature {
  return { types, anyOf: names.map((name) => [[4, `ftyp${name}`]]) };
}

/** The media types of file names, for files without a declared type. */
export const TYPES_BY_EXTENSION: ReadonlyMap<string, string> = new Map([
  ['csv', 'text/csv'],
  ['html', 'text/html'],
  ['htm', 'text/html'],
  ['json', 'application/json'],
  ['md', 'text/markdown'],
  ['svg', 'image/svg+xml'],
  ['txt', 'text/plain'],
  ['xml', 'application/xml'],
  ['docx', `${OPEN_XML}.wordprocessingml.document`],
  ['xlsx', `${OPEN_XML}.spreadsheetml.sheet`],
  ['pptx', `${OPEN_XML}.presentationml.presentation`],
  ['odt', `${OPEN_DOCUMENT}.text`],
  ['ods', `${OPEN_DOCUMENT}.spreadsheet`],
  ['odp', `${OPEN_DOCUMENT}.presentation`],
  ['epub', 'application/epub+zip'],
  ['jar', 'application/java-archive'],
  ['doc', 'application/msword'],
  ['xls', 'application/vnd.ms-excel'],
  ['ppt', 'application/vnd.ms-powerpoint'],
  ['msg', 'application/vnd.ms-outlook'],
  ['mov', 'video/quicktime'],
  ['m4a', 'audio/mp4'],
  ['mkv', 'video/x-matroska'],
]);
