/** A description that cannot be compared. The message is one sentence that does not name the file. */
export class DescriptionError extends Error {
  override readonly name = 'DescriptionError';
}
