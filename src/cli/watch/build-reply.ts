import type { WatchedBuild } from '../build-project.js';

/** What a build came to, as one thread tells another. */
export type BuildReply = { readonly heapUsedBytes: number } & (
  | { readonly kind: 'built'; readonly build: BuiltProject }
  /** Something stood in the way: what a `CliFailure` says. */
  | { readonly kind: 'refused'; readonly message: string; readonly help: string | undefined }
  /** A bug of ours, with its stack. */
  | { readonly kind: 'crashed'; readonly stack: string }
);

/** A build without the texts that it was about. */
export type BuiltProject = Omit<WatchedBuild, 'plan'> & {
  readonly plan: readonly Pick<WatchedBuild['plan'][number], 'path' | 'status'>[];
};
