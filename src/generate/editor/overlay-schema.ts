/**
 * The editor's schema of an overlay file. Mappings are merged key by key, so none of them has to be complete and
 * nothing in them is required. Lists replace the shared ones, so their entries must be complete. `null` clears a key
 * that starts with `$`. Everything else refers to the schema of a complete file.
 */
import { DEFINITIONS } from './editor-schemas.ts';

interface Node {
  readonly [keyword: string]: unknown;
  readonly $ref?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: boolean | Node;
  readonly anyOf?: readonly Node[];
  readonly allOf?: readonly Node[];
}

/** `file`: the path of the schema of a complete file, relative to this one. */
export function overlaySchema(whole: object, file: string): object {
  const { definitions = {}, ...root } = whole as Node & { readonly definitions?: Readonly<Record<string, Node>> };
  const shapeOf = ({ $ref }: Node): string | undefined =>
    $ref?.startsWith(DEFINITIONS) ? $ref.slice(DEFINITIONS.length) : undefined;

  /** True if something is required in a mapping, or in one inside it. Shapes may contain themselves. */
  const asks = (node: Node, within: readonly string[] = []): boolean => {
    const shape = shapeOf(node);
    if (shape !== undefined) return !within.includes(shape) && asks(definitions[shape]!, [...within, shape]);
    return (node.required ?? []).length > 0 || inside(node).some((each) => asks(each, within));
  };

  const part = (node: Node, at: string, within: readonly string[]): Node => {
    const shape = shapeOf(node);
    if (shape !== undefined && !within.includes(shape))
      return part(definitions[shape]!, `/definitions/${shape}`, [...within, shape]);
    return shape === undefined && asks(node) ? partial(node, at, within) : { $ref: `${file}#${at}` };
  };

  const partial = (node: Node, at: string, within: readonly string[]): Node => {
    const { required: _, properties, additionalProperties, anyOf, allOf, ...rest } = node;
    const each = (nodes: readonly Node[], keyword: string): readonly Node[] =>
      nodes.map((inner, index) => part(inner, `${at}/${keyword}/${index}`, within));
    const names = Object.entries(properties ?? {});
    return {
      ...rest,
      ...(properties && {
        properties: Object.fromEntries(
          names.map(([name, inner]) => [name, part(inner, `${at}/properties/${name}`, within)]),
        ),
      }),
      ...(additionalProperties !== undefined && {
        additionalProperties: isNode(additionalProperties)
          ? part(additionalProperties, `${at}/additionalProperties`, within)
          : additionalProperties,
      }),
      ...(anyOf && { anyOf: each(anyOf, 'anyOf') }),
      ...(allOf && { allOf: each(allOf, 'allOf') }),
    };
  };

  const { properties = {}, ...laid } = partial(root, '', []);
  return { ...laid, properties: Object.fromEntries(Object.entries(properties).map(clearable)) };
}

const clearable = ([name, node]: [string, Node]): [string, Node] => [
  name,
  name.startsWith('$') ? { anyOf: [node, { type: 'null' }] } : node,
];

const isNode = (value: boolean | Node | undefined): value is Node => typeof value === 'object';

/** The schemas of the values in a mapping, and of its alternatives; not those of a list. */
const inside = ({ properties, additionalProperties, anyOf = [], allOf = [] }: Node): readonly Node[] => [
  ...Object.values(properties ?? {}),
  ...(isNode(additionalProperties) ? [additionalProperties] : []),
  ...anyOf,
  ...allOf,
];
