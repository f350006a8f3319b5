/** What the template `routes.hbs` is filled in with. */
export interface RoutesView {
  /** What is imported first, for its effects. */
  readonly setup: readonly string[];
  /** One a procedure file: what it is imported from, and the names between the braces; none for an import without. */
  readonly imports: readonly { readonly specifier: string; readonly names: string }[];
  /** Whether paths stand after anything but `/api`, and after what. */
  readonly hasPrefix: boolean;
  readonly prefix: string;
  /** How credentials travel. */
  readonly credentials: { readonly header: string; readonly prefix: string };
  /** Whether there are catalogs. */
  readonly hasMessages: boolean;
  /** The message catalogs, that of the fallback language first. */
  readonly catalogs: readonly {
    readonly locale: string;
    readonly messages: readonly { readonly key: string; readonly message: string }[];
  }[];
  /** Whether there are named decoding plans. */
  readonly hasPlans: boolean;
  /** The named decoding plans: data. */
  readonly plans: object;
  /** The rows of the table as TypeScript, the more literal path first. */
  readonly routes: readonly string[];
}
