import type { Node, TSModuleDeclaration } from 'oxc-parser';

/** What of TypeScript's declarations leaves nothing behind in JavaScript. */
export const TYPE_DECLARATIONS: ReadonlySet<Node['type']> = new Set([
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSDeclareFunction',
]);

/** Whether a namespace is more than types. */
export function holdsValues({ body, declare }: Pick<TSModuleDeclaration, 'body' | 'declare'>): boolean {
  if (declare || !body) return false;
  return body.body.some((statement) => {
    if (statement.type === 'ExportNamedDeclaration' && statement.exportKind === 'type') return false;
    const inner: Node =
      (statement.type === 'ExportNamedDeclaration' && statement.declaration) || (statement as Node);
    if (TYPE_DECLARATIONS.has(inner.type) || ('declare' in inner && inner.declare)) return false;
    return inner.type !== 'TSModuleDeclaration' || holdsValues(inner);
  });
}
