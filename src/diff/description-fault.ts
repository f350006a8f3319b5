/** A description that cannot be compared: what is wrong with it, in one sentence that does not name the file. */
export class DescriptionFault extends Error {
  override readonly name = 'DescriptionFault';
}
