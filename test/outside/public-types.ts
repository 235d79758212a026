/** Walks the declarations of the package from its index: every name it exports, and every name that those refer to. */
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { parseSync, type Comment } from 'oxc-parser';

/** A node of the syntax tree. */
interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

interface Declared {
  readonly file: string;
  readonly name: string;
  /** The statement, with `export` if it has one: a comment stands before it. */
  readonly statement: Node;
  readonly declaration: Node;
}

interface Module {
  readonly file: string;
  readonly comments: readonly Comment[];
  readonly text: string;
  readonly declared: ReadonlyMap<string, Declared>;
  /** By local name: where it comes from. */
  readonly imported: ReadonlyMap<string, Origin>;
  readonly exported: ReadonlyMap<string, Origin>;
  readonly everythingOf: readonly string[];
}

interface Origin {
  readonly file: string;
  readonly name: string;
}

export interface PublicTypes {
  /** The exported names. */
  readonly exported: readonly string[];
  /** Exports and members without a comment. */
  readonly undocumented: readonly string[];
  /** Names that exported declarations refer to, and that are not exported. */
  readonly unexported: readonly string[];
}

export function publicTypes(folder: string): PublicTypes {
  const modules = new Map<string, Module>();
  const moduleAt = (file: string): Module => {
    const known = modules.get(file) ?? readModule(file);
    modules.set(file, known);
    return known;
  };
  const find = ({ file, name }: Origin): Declared | undefined => {
    const { declared, exported, imported, everythingOf } = moduleAt(file);
    const here = declared.get(name);
    if (here) return here;
    const origin = imported.get(name) ?? exported.get(name);
    if (origin) return find(origin);
    return everythingOf.map((each) => find({ file: each, name })).find((each) => each !== undefined);
  };
  const exportsOf = (file: string): readonly string[] => {
    const { declared, exported, everythingOf } = moduleAt(file);
    const own = [...declared.values()].filter(({ statement }) => statement.type === 'ExportNamedDeclaration');
    return [...own.map(({ name }) => name), ...exported.keys(), ...everythingOf.flatMap(exportsOf)];
  };
  const index = join(folder, 'index.d.ts');
  const exported = [...new Set(exportsOf(index))].sort();
  const found = exported.map((name) => ({ name, declared: find({ file: index, name })! }));
  const known = new Set(found.map(({ declared }) => declared.declaration));
  const named = (declared: Declared): string => `${relative(folder, declared.file)} ${declared.name}`;
  const undocumented = found.flatMap(({ declared }) => {
    const { comments, text } = moduleAt(declared.file);
    const isDocumented = (node: Node): boolean => hasComment(node, comments, text);
    const members = membersOf(declared.declaration).filter((member) => !isDocumented(member.node));
    return [
      ...(isDocumented(declared.statement) ? [] : [named(declared)]),
      ...members.map(({ name }) => `${named(declared)}.${name}`),
    ];
  });
  const unexported = found.flatMap(({ declared }) =>
    [...namesIn(declared.declaration)].flatMap((name) => {
      const referred = find({ file: declared.file, name });
      const isPrivate = referred?.statement.type !== 'ExportNamedDeclaration';
      return referred && !isPrivate && !known.has(referred.declaration)
        ? [`${named(referred)} (${declared.name})`]
        : [];
    }),
  );
  return { exported, undocumented: sorted(undocumented), unexported: sorted(unexported) };
}

const sorted = (names: readonly string[]): readonly string[] => [...new Set(names)].sort();

function readModule(file: string): Module {
  const text = readFileSync(file, 'utf8');
  const { program, comments } = parseSync(file, text);
  const declared = new Map<string, Declared>();
  const imported = new Map<string, Origin>();
  const exported = new Map<string, Origin>();
  const everythingOf: string[] = [];
  const at = (source: Node): string => resolve(dirname(file), String(source['value']).replace(/\.[jt]s$/, '.d.ts'));
  for (const statement of program.body as unknown as readonly Node[]) {
    const source = statement['source'] as Node | null | undefined;
    const isOwn = source && String(source['value']).startsWith('.');
    if (statement.type === 'ImportDeclaration' && isOwn)
      for (const each of statement['specifiers'] as Node[])
        imported.set(nameOf(each['local']), { file: at(source), name: nameOf(each['imported'] ?? each['local']) });
    if (statement.type === 'ExportAllDeclaration' && isOwn) everythingOf.push(at(source));
    if (statement.type === 'ExportNamedDeclaration')
      for (const each of statement['specifiers'] as Node[])
        exported.set(nameOf(each['exported']), { file: isOwn ? at(source) : file, name: nameOf(each['local']) });
    const declaration = (statement['declaration'] as Node | null | undefined) ?? statement;
    for (const name of declaredIn(declaration)) declared.set(name, { file, name, statement, declaration });
  }
  return { file, comments, text, declared, imported, exported, everythingOf };
}

const nameOf = (node: unknown): string => String((node as Node)['name']);

function declaredIn(declaration: Node): readonly string[] {
  if (declaration.type === 'VariableDeclaration')
    return (declaration['declarations'] as Node[]).map(({ id }) => nameOf(id));
  const isNamed = /^(?:TSInterface|TSTypeAlias|TSDeclare|Class|Function|TSEnum)/.test(declaration.type);
  return isNamed && declaration['id'] ? [nameOf(declaration['id'])] : [];
}

/** The members of an interface or a class, and of objects within a type that belong to no other name. */
function membersOf(declaration: Node): readonly { readonly name: string; readonly node: Node }[] {
  const members: { name: string; node: Node }[] = [];
  const walk = (node: Node): void => {
    if (node.type === 'TSUnionType') return void alternatives(node);
    if (['TSPropertySignature', 'TSMethodSignature', 'PropertyDefinition', 'MethodDefinition'].includes(node.type)) {
      const name = node['key'] ? nameOf(node['key']) : 'new';
      const isTag = name === 'type' || name === 'kind';
      if (node['accessibility'] !== 'private' && !isHidden(node) && name !== 'constructor' && !isTag)
        members.push({ name, node });
      return;
    }
    for (const child of childrenOf(node)) walk(child);
  };
  const alternatives = (union: Node): void => {
    for (const node of union['types'] as Node[])
      if (node.type === 'TSTypeLiteral') members.push({ name: `alternative at ${node.start}`, node });
  };
  // The keywords of JSON Schema are documented elsewhere.
  const isOurs = declaration.type !== 'VariableDeclaration' && declaredIn(declaration)[0] !== 'JsonSchema';
  if (isOurs) walk(declaration);
  return members;
}

const isHidden = (member: Node): boolean => (member['key'] as Node | undefined)?.type === 'PrivateIdentifier';

function namesIn(declaration: Node): ReadonlySet<string> {
  const names = new Set<string>();
  const own = new Set<string>();
  const walk = (node: Node): void => {
    if (node.type === 'TSTypeParameter') own.add(nameOf(node['name']));
    const referred =
      node.type === 'TSTypeReference'
        ? node['typeName']
        : ['TSInterfaceHeritage', 'TSClassImplements'].includes(node.type)
          ? node['expression']
          : undefined;
    if (referred) names.add(nameOf(referred));
    for (const child of childrenOf(node)) walk(child);
  };
  walk(declaration);
  return new Set([...names].filter((name) => !own.has(name)));
}

const childrenOf = (node: Node): readonly Node[] =>
  Object.values(node)
    .flat()
    .filter((value): value is Node => typeof value === 'object' && value !== null && 'type' in value);

/** A comment directly before the node, or before it within a union. */
const hasComment = ({ start }: Node, comments: readonly Comment[], text: string): boolean =>
  comments.some(({ type, value, end }) => {
    const isDoc = type === 'Block' && value.startsWith('*');
    return isDoc && end <= start && /^[\s|({]*$/.test(text.slice(end, start));
  });
