/** The view of the template `routes.hbs`. */
export interface RoutesView {
  /** Modules that are imported first, for their side effects. */
  readonly setup: readonly string[];
  /** One import per procedure file: its specifier, and the names in braces; empty for an import without names. */
  readonly imports: readonly { readonly specifier: string; readonly names: string }[];
  /** Whether paths have another prefix than `/api`, and which. */
  readonly hasPrefix: boolean;
  readonly prefix: string;
  /** How credentials are sent. */
  readonly credentials: { readonly header: string; readonly prefix: string };
  /** Whether there are catalogs. */
  readonly hasMessages: boolean;
  /** The message catalogs, the fallback language first. */
  readonly catalogs: readonly {
    readonly locale: string;
    readonly messages: readonly { readonly key: string; readonly message: string }[];
  }[];
  /** Whether there are named decoding plans. */
  readonly hasPlans: boolean;
  /** The named decoding plans, as data. */
  readonly plans: object;
  /** The rows of the table as TypeScript, more literal paths first. */
  readonly routes: readonly string[];
}
