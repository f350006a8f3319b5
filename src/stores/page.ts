/** A part of a list: the first `limit` items after `after`, the last item of the page before. A shorter page is the last one. */
export interface Page<Position> {
  /** The list's beginning when absent. The item itself may be gone meanwhile. */
  readonly after?: Position | undefined;
  readonly limit: number;
}
