import { diagnose, type Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../../diagnostics/nearest.ts';
import { isOf, type Typed } from '../../entities.ts';
import type { DocumentRule, Problems } from '../rule.ts';

export const workflowGraph: DocumentRule = {
  codes: ['workflow-entry', 'workflow-next', 'workflow-same-node', 'workflow-unreachable'],
  check: (entity) =>
    isOf('workflow', entity) && Array.isArray(entity.fields.nodes)
      ? [sameNodes, missingEntry, missingNext, unreachable].flatMap((rule): Problems => rule(entity))
      : [],
};

type Workflow = Typed<'workflow'>;

const EDGES = ['onSuccess', 'onError'] as const;

const nodeIds = ({ fields }: Workflow): ReadonlySet<string> => new Set(fields.nodes.flatMap(({ id }) => id ?? []));

function sameNodes(workflow: Workflow): readonly Diagnostic[] {
  const seen = new Set<string>();
  return workflow.fields.nodes.flatMap(({ id }, index) => {
    const isNew = !id || !seen.has(id);
    if (id) seen.add(id);
    if (isNew) return [];
    const at = workflow.document.source.valueSpan(['nodes', index, 'id']);
    return diagnose('workflow-same-node', at, `another node has the id \`${id}\` too`, {
      suggestion: 'rename one of them',
    });
  });
}

function missingEntry(workflow: Workflow): Problems {
  const { entryNodeId } = workflow.fields;
  const ids = nodeIds(workflow);
  if (typeof entryNodeId !== 'string' || ids.has(entryNodeId)) return [];
  const at = workflow.document.source.valueSpan(['entryNodeId']);
  return diagnose('workflow-entry', at, `there is no node \`${entryNodeId}\``, {
    suggestion: instead(entryNodeId, ids),
  });
}

function missingNext(workflow: Workflow): readonly Diagnostic[] {
  const ids = nodeIds(workflow);
  return workflow.fields.nodes.flatMap((node, index) =>
    EDGES.flatMap((edge) => {
      const next = node[edge];
      if (!next || ids.has(next)) return [];
      const at = workflow.document.source.valueSpan(['nodes', index, edge]);
      return diagnose('workflow-next', at, `there is no node \`${next}\``, { suggestion: instead(next, ids) });
    }),
  );
}

function unreachable(workflow: Workflow): readonly Diagnostic[] {
  const { nodes, entryNodeId } = workflow.fields;
  // Without an entry nothing is reachable, and that is already reported.
  if (!nodeIds(workflow).has(entryNodeId)) return [];
  const reached = reachedFrom(entryNodeId, nodes);
  return nodes.flatMap(({ id }, index) => {
    if (!id || reached.has(id)) return [];
    const at = workflow.document.source.valueSpan(['nodes', index, 'id']);
    return diagnose('workflow-unreachable', at, `no node leads to \`${id}\``, {
      suggestion: 'name it in `onSuccess` or `onError` of another node, or remove it',
    });
  });
}

function reachedFrom(entry: string, nodes: Workflow['fields']['nodes']): ReadonlySet<string> {
  const byId = Map.groupBy(nodes, ({ id }) => id);
  const reached = new Set([entry]);
  // Iterating over a set includes what is added to it on the way.
  for (const id of reached) {
    for (const { config, onSuccess, onError } of byId.get(id) ?? []) {
      for (const next of [...followers(config), onSuccess, onError]) if (next) reached.add(next);
    }
  }
  return reached;
}

/** The interface does not show what `config` of branches and loops contains: any text in it may name a node. */
function followers(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(followers);
}

const instead = (id: string, ids: ReadonlySet<string>): string =>
  didYouMean(id, ids, '`') ?? `its nodes are ${[...ids].join(', ')}`;
