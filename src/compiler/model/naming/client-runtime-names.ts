const DECLARED = [
  'ApiError CREDENTIALS_HEADER CREDENTIALS_PREFIX Call CallOptions Client Fail Failure FetchSettings FieldError ForeignAnswer',
  'NoAnswer Ok Operation OutgoingRequest PayloadOf REDIRECTED Result Transport TransportOptions TransportSession',
  'computeRetryDelay createClient createTransport createTransportSession encodeBody encodeMembers encodePath',
  'encodeQuery encodeValue giveUp isApiError performCall printScalar race readAnswer sendRequest toCall',
];
const TAKEN_FROM_THE_PLATFORM = [
  'AbortController AbortSignal Array Date Error Headers Infinity JSON Math Number Object Promise RequestInit Response',
  'ReturnType Set String Symbol TypeError clearTimeout encodeURIComponent fetch performance setTimeout',
];
/** Parameters and variables that stand around the user's names. */
const LOCAL = ['Key input options transport'];

/**
 * Every name that the generated client's own part declares at the top of the file or takes from the platform. A
 * named type or operation of the user's must have none of them; a test holds the list to the sources.
 */
export const CLIENT_RUNTIME_NAMES: ReadonlySet<string> = new Set(
  [...DECLARED, ...TAKEN_FROM_THE_PLATFORM, ...LOCAL].flatMap((line) => line.split(' ')),
);
