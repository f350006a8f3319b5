// Cuts TypeScript's parser out of TypeScript. The file that it comes in is one function of 9 MB, and Node takes a fifth of
// a second to load it; what procgen needs of it is a thirteenth, and there in a tenth of that time. A bundler cannot leave the rest
// out: nearly every statement there might have effects, as far as it knows.
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** TypeScript as ts-morph brings it. */
export const TYPESCRIPT = createRequire(require.resolve('ts-morph')).resolve(
  '@ts-morph/common/dist/typescript.js',
);
const ts = require(TYPESCRIPT);

/** The text of a CommonJS module that exports `names` of TypeScript, as far as they are values, and nothing else. */
export function cutParser(text, names) {
  const statements = listStatements(text);
  const owned = listOwned(statements);
  const exported = readExports(statements);
  const wanted = names.filter((name) => exported.has(name));
  const [messages] = owned.get('Diagnostics');
  const kept = reach([...wanted.map((name) => exported.get(name)), ...NAMED], owned);
  const printed = statements
    .filter((each) => kept.has(each))
    .map((each) => (each === messages ? printMessages(each, text, kept) : textOf(each, text)));
  const members = wanted.map((name) => `  ${name}: ${exported.get(name)},\n`);
  return `${readLicense(text)}\n${CHANGED}'use strict';${printed.join('')}\n${NAMING}module.exports = {\n${members.join('')}};\n`;
}

/** As section 4 (b) of its licence has it. */
const CHANGED = '/*! Changed by procgen, which keeps the parser alone. */\n';

/** In the whole it is TypeScript's language service that has identifiers say what they are called. */
const NAMING = `setObjectAllocator({ getPrivateIdentifierConstructor: objectAllocator.getIdentifierConstructor });
Object.defineProperty(objectAllocator.getIdentifierConstructor().prototype, 'text', { get() { return idText(this); } });
`;
const NAMED = ['setObjectAllocator', 'objectAllocator', 'idText'];

/** The file is `var ts = {}; ((module) => { … })(…)`. */
function listStatements(text) {
  const { statements } = ts.createSourceFile('typescript.js', text, ts.ScriptTarget.Latest);
  const whole = statements.find(
    (each) => ts.isExpressionStatement(each) && ts.isCallExpression(each.expression),
  );
  return whole.expression.expression.expression.body.statements;
}

/** The statements by each name that they declare, or change afterwards. What others do is nothing to the parser. */
function listOwned(statements) {
  const owned = new Map();
  for (const statement of statements) {
    for (const name of listDeclared(statement)) owned.set(name, [...(owned.get(name) ?? []), statement]);
    if (ts.isExpressionStatement(statement))
      owned.get(findChanged(statement.expression)?.text)?.push(statement);
  }
  return owned;
}

function listDeclared(statement) {
  if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement)) return [statement.name.text];
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name }) => listBound(name));
}

function listBound(name) {
  return ts.isIdentifier(name) ? [name.text] : name.elements.flatMap((element) => listBound(element.name));
}

/** What is changed by `name.member = …`, by `((alias) => { … })(name || (name = {}))` and by `__export(name, …)`. */
function findChanged(expression) {
  if (ts.isIdentifier(expression)) return expression;
  if (ts.isBinaryExpression(expression)) return findChanged(expression.left);
  if (ts.isPropertyAccessExpression(expression)) return findChanged(expression.expression);
  if (ts.isCallExpression(expression) && expression.arguments.length > 0)
    return findChanged(expression.arguments[0]);
  return undefined;
}

/** The names inside the file by the name that they are exported by: `__export(typescript_exports, { name: () => inside })`. */
function readExports(statements) {
  const own = statements.find(
    (each) =>
      ts.isExpressionStatement(each) &&
      ts.isCallExpression(each.expression) &&
      findChanged(each.expression)?.text === 'typescript_exports',
  );
  const { properties } = own.expression.arguments[1];
  return new Map(properties.map(({ name, initializer }) => [name.text, initializer.body.text]));
}

/** The statements that names lead to, whatever else in them is called the same. */
function reach(names, owned) {
  const seen = new Set(names);
  const kept = new Set();
  const note = (node) => {
    if (ts.isIdentifier(node)) seen.add(node.text);
    ts.forEachChild(node, (child) => {
      if (child !== memberOf(node)) note(child);
    });
  };
  for (const name of seen) {
    for (const statement of owned.get(name) ?? []) {
      if (!kept.has(statement)) note(statement);
      kept.add(statement);
    }
  }
  return kept;
}

/** A name that says which member is meant, and so no name of the file's. */
function memberOf(node) {
  const isMember =
    ts.isPropertyAccessExpression(node) ||
    ts.isPropertyAssignment(node) ||
    ts.isMethodDeclaration(node) ||
    ts.isPropertyDeclaration(node);
  return isMember && ts.isIdentifier(node.name) ? node.name : undefined;
}

/** The table of messages, a half of all, with those only that something says. */
function printMessages(messages, text, kept) {
  const said = new Set();
  for (const each of kept) {
    for (const [, name] of textOf(each, text).matchAll(/\bDiagnostics\.(\w+)/g)) said.add(name);
  }
  const { properties } = messages.declarationList.declarations[0].initializer;
  const members = properties.filter(({ name }) => said.has(name.text)).map((each) => textOf(each, text));
  return `\nvar Diagnostics = {${members.join()}};`;
}

function textOf({ pos, end }, text) {
  return text.slice(pos, end);
}

function readLicense(text) {
  return /^\/\*![\s\S]*?\*\//.exec(text)[0];
}
