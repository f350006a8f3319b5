/** A page of a list: the first `limit` items after `after`. A page shorter than `limit` is the last one. */
export interface Page<Position> {
  /** The position of the last item of the previous page; absent for the first page. The item may be deleted since. */
  readonly after?: Position | undefined;
  readonly limit: number;
}
