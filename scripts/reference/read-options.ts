import {
  type InterfaceDeclaration,
  type JSDocableNode,
  type MethodSignature,
  Node,
  Project,
  type PropertySignature,
  type TypeLiteralNode,
  type TypeNode,
} from 'ts-morph';

/** A key of an object that a project writes, as its declaration and its JSDoc describe it. */
export interface Option {
  readonly name: string;
  /** As a reader writes it: aliases are expanded, an object with keys of its own is `object`. */
  readonly type: string;
  /** Markdown. */
  readonly effect: string;
  /** The text of `@default`; null when there is none. */
  readonly default: string | null;
  readonly isOptional: boolean;
  /** The keys of the objects that it takes. */
  readonly options: readonly Option[];
}

type Shape = InterfaceDeclaration | TypeLiteralNode;

/** The keys of an interface of `file`, without those that are misspellings. Throws for a key without a description. */
export function readOptions(root: string, file: string, name: string): readonly Option[] {
  const project = openProject(root);
  const source = project.addSourceFileAtPath(`${root}/${file}`);
  project.resolveSourceFileDependencies();
  return listOptions(source.getInterfaceOrThrow(name));
}

const projects = new Map<string, Project>();

/** One for all interfaces of a root: what they import is parsed once. */
function openProject(root: string): Project {
  const project =
    projects.get(root) ??
    new Project({ tsConfigFilePath: `${root}/tsconfig.json`, skipAddingFilesFromTsConfig: true });
  projects.set(root, project);
  return project;
}

function listOptions(shape: Shape): readonly Option[] {
  return shape
    .getMembers()
    .filter((member) => Node.isPropertySignature(member) || Node.isMethodSignature(member))
    .flatMap(readOption);
}

function readOption(member: PropertySignature | MethodSignature): readonly Option[] {
  const node = Node.isPropertySignature(member) ? member.getTypeNodeOrThrow() : null;
  const type = node ? printType(node) : 'function';
  if (type === 'never') return [];
  return [
    {
      name: member.getName(),
      type,
      ...readDescription(member, member.getName()),
      isOptional: member.hasQuestionToken(),
      options: node ? listShapes(node).flatMap(listOptions) : [],
    },
  ];
}

function readDescription(node: JSDocableNode, name: string): Pick<Option, 'effect' | 'default'> {
  const [comment] = node.getJsDocs();
  const effect = comment?.getDescription().replace(/\s+/g, ' ').trim();
  if (!effect) throw new Error(`The option ${name} has no JSDoc.`);
  const tag = comment?.getTags().find((each) => each.getTagName() === 'default');
  return { effect, default: tag?.getCommentText()?.trim() ?? null };
}

function printType(node: TypeNode): string {
  if (Node.isUnionTypeNode(node)) {
    const members = node.getTypeNodes().map(printType);
    return [...new Set(members)].filter((member) => member !== 'undefined').join(' | ');
  }
  if (Node.isParenthesizedTypeNode(node) || Node.isTypeOperatorTypeNode(node))
    return printType(node.getTypeNode());
  if (Node.isFunctionTypeNode(node)) return 'function';
  if (Node.isArrayTypeNode(node)) {
    const element = printType(node.getElementTypeNode());
    return element.includes('|') ? `(${element})[]` : `${element}[]`;
  }
  if (Node.isTypeLiteral(node)) return printRecord(node) ?? 'object';
  if (Node.isIndexedAccessTypeNode(node)) return printElements(node.getObjectTypeNode()) ?? node.getText();
  if (!Node.isTypeReference(node)) return node.getText();
  const name = node.getTypeName().getText();
  const [argument] = node.getTypeArguments();
  if (argument && (name === 'Readonly' || name === 'Partial')) return printType(argument);
  if (name === 'Schema') return 'zod schema';
  const declaration = findDeclaration(node);
  if (Node.isInterfaceDeclaration(declaration)) return 'object';
  const alias = Node.isTypeAliasDeclaration(declaration) ? declaration.getTypeNode() : undefined;
  return alias && isOwn(declaration) && !/\bkeyof\b/.test(alias.getText())
    ? printType(alias)
    : node.getText();
}

/** The elements of a constant list, as in `(typeof HTTP_METHODS)[number]`. */
function printElements(node: TypeNode): string | undefined {
  const query = Node.isParenthesizedTypeNode(node) ? node.getTypeNode() : node;
  if (!Node.isTypeQuery(query)) return undefined;
  const [declaration] = query.getExprName().getSymbol()?.getDeclarations() ?? [];
  const types = declaration?.getType().getTupleElements() ?? [];
  return types.map((element) => element.getText().replaceAll('"', "'")).join(' | ') || undefined;
}

function printRecord(node: TypeLiteralNode): string | null {
  const [index] = node.getIndexSignatures();
  return index
    ? `Record<${index.getKeyTypeNode().getText()}, ${index.getReturnTypeNodeOrThrow().getText()}>`
    : null;
}

/** The interfaces and object types that a value of the type may be, those of functions excepted. */
function listShapes(node: TypeNode): readonly Shape[] {
  if (Node.isUnionTypeNode(node)) return node.getTypeNodes().flatMap(listShapes);
  if (Node.isTypeLiteral(node)) return [node];
  if (!Node.isTypeReference(node)) return [];
  const declaration = findDeclaration(node);
  if (!isOwn(declaration) || declaration.getSourceFile().getBaseName() === 'schema.ts') return [];
  if (Node.isInterfaceDeclaration(declaration)) return [declaration];
  const alias = Node.isTypeAliasDeclaration(declaration) ? declaration.getTypeNode() : undefined;
  return alias ? listShapes(alias) : [];
}

function findDeclaration(node: TypeNode): Node | undefined {
  if (!Node.isTypeReference(node)) return undefined;
  const symbol = node.getTypeName().getSymbol();
  return (symbol?.getAliasedSymbol() ?? symbol)?.getDeclarations()[0];
}

function isOwn(declaration: Node | undefined): declaration is Node {
  return (
    declaration !== undefined &&
    /\/src\/(?:definition|protocol|model)\//.test(declaration.getSourceFile().getFilePath())
  );
}
