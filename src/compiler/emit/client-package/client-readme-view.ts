/** The view of the template `client-readme.hbs`. Texts are one line of Markdown, except `description`. */
export interface ClientReadmeView {
  /** The first text of the file, by which a build recognizes it as generated. */
  readonly mark: string;
  readonly title: string;
  /** The name of the package, and the specifier of its mocks. */
  readonly name: string;
  readonly mockName: string;
  /** The title of the API. */
  readonly service: string;
  /** The description of the API; may be empty. */
  readonly description: string;
  /** Whether the example call needs credentials. */
  readonly isProtected: boolean;
  /** An example call as TypeScript; empty if there is none. */
  readonly call: string;
  readonly hasMock: boolean;
  readonly operations: readonly {
    readonly call: string;
    readonly summary: string;
    readonly route: string;
    readonly isDeprecated: boolean;
  }[];
}
