import { isAlias, isNode, type Node, visit } from 'yaml';
import type { Json } from '../../values/json.ts';
import { type Operation, sameData } from './operations.ts';
import { itemSlots, type Slot, slotsAlong, rootSlot } from './slot.ts';
import { replacements } from './replace.ts';
import { firstThatReads, type YamlText } from './yaml-text.ts';

/**
 * Replaces every alias that depends on the value to be changed with a copy. Otherwise it would follow the
 * change, or lose its value. The anchor stays, without aliases.
 */
export function detachAliases(source: YamlText, operation: Operation): YamlText {
  const alias = dependentAlias(source, operation);
  if (!alias?.node) return source;
  const value = alias.node.toJS(source.document, { maxAliasCount: -1 }) as Json;
  const detached = firstThatReads(replacements(source, alias, value), (data) => sameData(data, source.data));
  return detached ? detachAliases(detached, operation) : source;
}

function dependentAlias(source: YamlText, operation: Operation): Slot | undefined {
  const isInsert = operation.do === 'insert';
  const slots = slotsAlong(source, isInsert ? operation.path.slice(0, -1) : operation.path) ?? [];
  const target = isInsert ? null : (slots.at(-1)?.node ?? null);
  const changing: unknown[] = slots.map(({ node }) => node);
  if (target) visit(target, { Node: (_, node) => void changing.push(node) });
  const anchored = new Set(changing.filter((node) => isNode(node) && hasAnchor(node)));
  if (anchored.size === 0) return undefined;
  return aliasesBeneath(source, rootSlot(source), target).find(
    ({ node }) => isAlias(node) && anchored.has(node.resolve(source.document)),
  );
}

function hasAnchor(node: Node): boolean {
  return 'anchor' in node && node.anchor !== undefined;
}

function aliasesBeneath(source: YamlText, slot: Slot, except: Node | null): Slot[] {
  if (slot.node === null || slot.node === except) return [];
  if (isAlias(slot.node)) return [slot];
  return itemSlots(source, slot)?.flatMap((item) => aliasesBeneath(source, item, except)) ?? [];
}
