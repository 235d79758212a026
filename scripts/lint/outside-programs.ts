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

const MODULES = new Set(['node:child_process', 'child_process']);
const STARTING = new Set(['spawn', 'spawnSync', 'execFile', 'execFileSync']);
const BY_SHELL = new Set(['exec', 'execSync']);
const LISTS = /(?:^|\/)programs\.ts$/;

export const ANY =
  'start only Node.js (process.execPath), git, or program(…) of src/machine/programs.ts or test/programs.ts';
export const SHELL = 'a line for a shell can start anything: use execFile or spawn, with a program and its arguments';
export const HIDDEN = 'call it here, or wrap it with promisify, so that the rule sees which program is started';

const outsidePrograms = {
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
        return MODULES.has(String(from)) && (STARTING.has(name) || BY_SHELL.has(name)) ? name : undefined;
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
      if (hasListedType(definition.name)) return true;
      const value = valueOf(definition);
      return value !== undefined && isListed(value);
    };
    const isFromList = (node: Node): boolean => {
      const definition = definitionOf(node);
      return (
        definition?.type === 'ImportBinding' && LISTS.test(String((definition.node.parent['source'] as Node)['value']))
      );
    };

    return {
      CallExpression(node: Node) {
        const name = startedBy(node['callee'] as Node);
        if (name === undefined) return;
        const [started] = node['arguments'] as Node[];
        if (BY_SHELL.has(name)) context.report({ node, message: SHELL });
        else if (!isListed(started!)) context.report({ node: started!, message: ANY });
      },
      Identifier(node: Node) {
        const isImported = definitionOf(node)?.type === 'ImportBinding' && startedBy(node) !== undefined;
        if (isImported && !isPlainUse(node)) context.report({ node, message: HIDDEN });
      },
      ImportDeclaration(node: Node) {
        if (!MODULES.has(String((node['source'] as Node)['value']))) return;
        const whole = (node['specifiers'] as Node[]).find(({ type }) => type !== 'ImportSpecifier');
        if (whole) context.report({ node: whole, message: HIDDEN });
      },
    };
  },
};

/** A call of it, or a name that only looks like it: a type, a property. */
function isPlainUse(node: Node): boolean {
  const { parent } = node;
  if (['CallExpression', 'ImportSpecifier', 'TSTypeQuery'].includes(parent.type)) return true;
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

/** Declared as `Program`. */
function hasListedType({ typeAnnotation }: Node): boolean {
  const type = (typeAnnotation as Node | null | undefined)?.['typeAnnotation'] as Node | undefined;
  return type?.type === 'TSTypeReference' && (type['typeName'] as Node)['name'] === 'Program';
}

// oxlint loads the default export of a plugin.
// oxlint-disable-next-line import/no-default-export
export default { meta: { name: 'gitcast' }, rules: { 'outside-programs': outsidePrograms } };
