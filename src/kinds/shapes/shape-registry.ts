import type { Json } from '../../values/json.ts';
import type { JsonSchema, Shape } from '../schema.ts';
import { Block, blockShapes } from './block.ts';
import { Navigator, Query } from './navigator.ts';
import { Coordinates, Media, MediaSeries } from './primitives.ts';
import { FontRef, TextStyle, Theme } from './theme.ts';
import { Icon, Menu, Tile } from './tile.ts';
import { WorkflowNode } from './workflow-node.ts';

export const shapes: readonly Shape[] = [
  Coordinates,
  Media,
  MediaSeries,
  Query,
  Navigator,
  Icon,
  Tile,
  Menu,
  FontRef,
  TextStyle,
  Theme,
  ...blockShapes,
  Block,
  WorkflowNode,
];

const byName = new Map(shapes.map((shape) => [shape.name, shape.schema as JsonSchema]));

export function shapeSchema(name: string): JsonSchema {
  const schema = byName.get(name);
  if (!schema) throw new Error(`no shape is called ${name}`);
  return schema;
}

/** A short example of each shape, by its name. */
export const shapeExamples: Readonly<Record<string, Json>> = Object.fromEntries(
  shapes.map(({ name, example }) => [name, example as Json]),
);
