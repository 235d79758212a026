/**
 * A rule for oxlint: scripts of a site use only what its oldest browsers have (oldest-browsers.ts). What is asked for with
 * `?.`, or with `in` before it is used, has a fallback; what else has one says so where it switches the rule off.
 */
import { browsersWithout } from './oldest-browsers.ts';

interface Node {
  readonly type: string;
  readonly parent: Node;
  readonly [property: string]: unknown;
}

interface Scope {
  readonly upper: Scope | null;
  readonly set: ReadonlyMap<string, { readonly defs: readonly unknown[] }>;
}

interface Context {
  readonly sourceCode: { readonly getScope: (node: Node) => Scope };
  readonly report: (problem: { readonly node: Node; readonly message: string }) => void;
}

const FINDS = new Set(['querySelector', 'querySelectorAll', 'closest', 'matches', 'all', 'one']);

export const supportedBrowsers = {
  create(context: Context) {
    const guarded = new Set<unknown>();
    const report = (node: Node, name: string, browsers: readonly string[]): void => {
      if (browsers.length > 0 && !guarded.has(name.split('.')[0]))
        context.report({ node, message: `${name} is not in ${browsers.join(', ')}` });
    };
    const isGlobal = (node: Node): boolean => {
      if (node.type !== 'Identifier') return false;
      for (let scope: Scope | null = context.sourceCode.getScope(node); scope; scope = scope.upper)
        if ((scope.set.get(String(node['name']))?.defs.length ?? 0) > 0) return false;
      return true;
    };
    const checkObject = (node: Node): void => {
      if (isGlobal(node)) report(node, String(node['name']), browsersWithout.object(String(node['name'])));
    };
    return {
      BinaryExpression({ operator, left }: Node) {
        if (operator === 'in') guarded.add((left as Node)['value']);
      },
      NewExpression: (node: Node) => checkObject(node['callee'] as Node),
      MemberExpression(node: Node) {
        const [object, property] = [node['object'] as Node, node['property'] as Node];
        checkObject(object);
        if (node['computed'] === true || hasFallback(node)) return;
        const owner = isGlobal(object) ? String(object['name']) : undefined;
        const name = String(property['name']);
        report(node, owner === undefined ? `.${name}` : `${owner}.${name}`, browsersWithout.member(owner, name));
      },
      CallExpression({ callee, arguments: words }: Node) {
        const { name, property } = callee as Node;
        if (!FINDS.has(String((property as Node | undefined)?.['name'] ?? name))) return;
        for (const word of words as Node[])
          for (const [, pseudo] of textOf(word).matchAll(/:([a-z-]+)/g))
            report(word, `:${pseudo}`, browsersWithout.pseudoClass(pseudo!));
      },
      Literal: (node: Node) =>
        checkPattern(node, (node['regex'] as { pattern: string } | undefined)?.pattern ?? textOf(node)),
      TemplateLiteral: (node: Node) => checkPattern(node, textOf(node)),
    };

    function checkPattern(node: Node, text: string): void {
      if (/\(\?<[=!]/.test(text)) report(node, 'a lookbehind', browsersWithout.lookbehind());
    }
  },
};

/** `navigator.wakeLock?.request()` and `x.at?.(1)`. */
const hasFallback = ({ parent }: Node): boolean => parent['optional'] === true;

function textOf(node: Node): string {
  if (node.type !== 'TemplateLiteral') return typeof node['value'] === 'string' ? node['value'] : '';
  return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('');
}
