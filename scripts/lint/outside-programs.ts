/**
 * A rule for oxlint: a program may be started only if it is Node.js, git or on a list, so that no machine needs a program
 * that no list names. The lists are src/machine/programs.ts (what gitcast starts) and test/programs.ts (what tests, scripts and
 * benchmarks start). TypeScript does the other half: only they make a value of the type `Program`.
 */

interface Node {
  readonly type: string;
  readonly parent: Node;
  readonly [property: string]: unknown;
}

interface Variable {
  readonly defs: readonly { readonly type: string; readonly node: Node; readonly name: Node }[];
}

interface Scope {
  readonly upper: Scope | null;
  readonly set: ReadonlyMap<string, Variable>;
}

interface Context {
  readonly sourceCode: { readonly getScope: (node: Node) => Scope };
  readonly report: (problem: { readonly node: Node; readonly message: string }) => void;
}

const MODULES = /^(?:node:)?(?:child_process|cluster)$/;
const STARTING = new Set(['spawn', 'spawnSync', 'execFile', 'execFileSync', 'fork']);
const BY_SHELL = new Set(['exec', 'execSync']);
const LISTS = /(?:^|\/)programs\.ts$/;

export const ANY =
  'start only Node.js (process.execPath), git, or program(…) of src/machine/programs.ts or test/programs.ts';
export const SHELL = 'a line for a shell can start anything: use execFile or spawn, with a program and its arguments';
export const HIDDEN =
  'import spawn, execFile or fork of node:child_process by name and call it in this file, or wrap it with promisify, so that the rule sees which program is started';

export const outsidePrograms = {
  create(context: Context) {
    const variableOf = (node: Node): Variable | undefined => {
      for (let scope: Scope | null = context.sourceCode.getScope(node); scope; scope = scope.upper) {
        const found = scope.set.get(String(node['name']));
        if (found) return found;
      }
      return undefined;
    };
    const definitionOf = (node: Node) => (node.type === 'Identifier' ? variableOf(node)?.defs[0] : undefined);

    /** The name under which node:child_process exports it. */
    const startedBy = (callee: Node): string | undefined => {
      if (isCallOf(callee, 'promisify')) return startedBy((callee['arguments'] as Node[])[0]!);
      const definition = definitionOf(callee);
      if (definition?.type === 'ImportBinding') {
        const from = (definition.node.parent['source'] as Node)['value'];
        const name = String((definition.node['imported'] as Node | undefined)?.['name']);
        return MODULES.test(String(from)) && (STARTING.has(name) || BY_SHELL.has(name)) ? name : undefined;
      }
      const value = valueOf(definition);
      return value && isCallOf(value, 'promisify') ? startedBy(value) : undefined;
    };

    const isListed = (node: Node): boolean => {
      const plain = withoutNotes(node);
      if (plain.type === 'Literal') return plain['value'] === 'git';
      if (plain.type === 'ConditionalExpression')
        return isListed(plain['consequent'] as Node) && isListed(plain['alternate'] as Node);
      if (plain.type === 'CallExpression') return isFromList(plain['callee'] as Node);
      if (isExecPath(plain) || isFromList(plain)) return true;
      const definition = definitionOf(plain);
      if (!definition) return false;
      if (isFromList(listedTypeOf(definition.name))) return true;
      const value = valueOf(definition);
      return value !== undefined && isListed(value);
    };
    const isFromList = (node: Node | undefined): boolean => {
      const definition = node && definitionOf(node);
      return (
        definition?.type === 'ImportBinding' && LISTS.test(String((definition.node.parent['source'] as Node)['value']))
      );
    };

    /** A literal name makes anything look listed: the program of this repository is the only one that has one. */
    const isMadeUp = (node: Node): boolean => {
      const callee = node['callee'] as Node;
      if (!isFromList(callee)) return false;
      const words = node['arguments'] as Node[];
      const [first, second] = words.map((word) => valueOf(definitionOf(word)) ?? word);
      return callee['name'] === 'ownProgram'
        ? isFixed(first) && first?.['value'] !== 'gitcast'
        : callee['name'] === 'program' && isFixed(second);
    };

    const optionsOf = (words: readonly Node[]): readonly Node[] =>
      words
        .map((word) => valueOf(definitionOf(word)) ?? word)
        .filter(({ type }) => type === 'ObjectExpression')
        .flatMap((options) => options['properties'] as Node[]);
    const checkOptions = (words: readonly Node[]): void => {
      for (const property of optionsOf(words)) {
        const [key, value] = [property['key'] as Node | undefined, property['value'] as Node];
        const name = key?.['name'] ?? key?.['value'];
        if (name === 'shell' && !isNoShell(value)) context.report({ node: property, message: SHELL });
        if (name === 'execPath' && !isListed(value)) context.report({ node: property, message: ANY });
      }
    };

    return {
      CallExpression(node: Node) {
        if (isMadeUp(node)) context.report({ node, message: ANY });
        const name = startedBy(node['callee'] as Node);
        if (name === undefined) return;
        const [started, ...words] = node['arguments'] as Node[];
        if (name !== 'fork' && !isListed(started!)) context.report({ node: started!, message: ANY });
        checkOptions(words);
      },
      Identifier(node: Node) {
        const definition = definitionOf(node);
        if (definition === undefined || startedBy(node) === undefined || node === definition.name) return;
        if (!isPlainUse(node)) context.report({ node, message: HIDDEN });
      },
      ImportDeclaration(node: Node) {
        if (!isOfModules(node['source'] as Node) || node['importKind'] === 'type') return;
        for (const each of node['specifiers'] as Node[]) {
          if (each['importKind'] === 'type') continue;
          const name = (each['imported'] as Node | undefined)?.['name'];
          if (BY_SHELL.has(String(name))) context.report({ node: each, message: SHELL });
          else if (!STARTING.has(String(name))) context.report({ node: each, message: HIDDEN });
        }
      },
      /** Any other way to get the module: import(), require, process.getBuiltinModule, export … from. */
      Literal(node: Node) {
        if (isOfModules(node) && node.parent.type !== 'ImportDeclaration' && node.parent['exportKind'] !== 'type')
          context.report({ node, message: HIDDEN });
      },
      VariableDeclarator(node: Node) {
        const isExported = (node.parent as Node).parent.type === 'ExportNamedDeclaration';
        if (isExported && node['init'] && startedBy(node['init'] as Node) !== undefined)
          context.report({ node, message: HIDDEN });
      },
    };
  },
};

const isOfModules = ({ value }: Node): boolean => typeof value === 'string' && MODULES.test(value);

const isFixed = (node: Node | undefined): boolean =>
  node?.type === 'Literal' || (node?.type === 'TemplateLiteral' && (node['expressions'] as Node[]).length === 0);

/** No shell, or the one that Windows needs to start the script of a package. */
function isNoShell(node: Node): boolean {
  if (node.type === 'Literal') return node['value'] === false;
  const left = node.type === 'BinaryExpression' ? (node['left'] as Node) : undefined;
  return left?.type === 'MemberExpression' && (left['property'] as Node)['name'] === 'platform';
}

/** A call of it, or a name that only looks like it: a type, a property. */
function isPlainUse(node: Node): boolean {
  const { parent } = node;
  if (parent.type === 'CallExpression') return parent['callee'] === node || isCallOf(parent, 'promisify');
  if (['ImportSpecifier', 'TSTypeQuery'].includes(parent.type)) return true;
  // Its other half, the local name, is reported.
  if (parent.type === 'ExportSpecifier') return parent['exported'] === node;
  if (parent.type === 'MemberExpression') return parent['property'] === node && parent['computed'] !== true;
  return parent.type === 'Property' && parent['key'] === node;
}

const isCallOf = (node: Node, name: string): boolean =>
  node.type === 'CallExpression' && (node['callee'] as Node)['name'] === name;

/** `process.execPath`. */
const isExecPath = (node: Node): boolean =>
  node.type === 'MemberExpression' &&
  (node['object'] as Node)['name'] === 'process' &&
  (node['property'] as Node)['name'] === 'execPath';

/** Without `!` and `as`. */
const withoutNotes = (node: Node): Node =>
  ['TSNonNullExpression', 'TSAsExpression', 'ParenthesizedExpression'].includes(node.type)
    ? withoutNotes(node['expression'] as Node)
    : node;

/** What a constant is set to. */
function valueOf(definition: Variable['defs'][number] | undefined): Node | undefined {
  const isConstant = definition?.type === 'Variable' && definition.node.parent['kind'] === 'const';
  return isConstant && (definition.node['id'] as Node).type === 'Identifier'
    ? ((definition.node['init'] as Node | null) ?? undefined)
    : undefined;
}

/** The name of the type that it is declared with. */
function listedTypeOf({ typeAnnotation }: Node): Node | undefined {
  const type = (typeAnnotation as Node | null | undefined)?.['typeAnnotation'] as Node | undefined;
  const name = type?.type === 'TSTypeReference' ? (type['typeName'] as Node) : undefined;
  return name?.['name'] === 'Program' ? name : undefined;
}
