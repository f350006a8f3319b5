/** What the template `client-readme.hbs` is filled in with. Texts are Markdown, of one line but for `description`. */
export interface ClientReadmeView {
  /** What the file has to begin with for a build to know it as generated. */
  readonly mark: string;
  readonly title: string;
  /** The package's name, and what its mocks are imported from. */
  readonly name: string;
  readonly mockName: string;
  /** The title of the API. */
  readonly service: string;
  /** Of the API; may be empty. */
  readonly description: string;
  /** Whether the call that is shown needs credentials. */
  readonly isProtected: boolean;
  /** A call as TypeScript; empty when there is none to show. */
  readonly call: string;
  readonly hasMock: boolean;
  readonly operations: readonly {
    readonly call: string;
    readonly summary: string;
    readonly route: string;
    readonly isDeprecated: boolean;
  }[];
}
