/** The folders of a broadcast's own files: the content folder, and those that override it for one target. */
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { overlayFolder } from '../../content/files.ts';
import { place } from '../../content/placement.ts';
import type { FileReading } from '../../content/read-file.ts';
import type { TargetLayers } from '../../content/target-content.ts';
import { UserError } from '../../diagnostics/errors.ts';
import type { MentioningFile } from '../../model/mentions.ts';
import { prefixFrom, readLayers } from '../../repository/repository.ts';

export interface OwnLayer {
  /** Undefined for the content folder. */
  readonly target: string | undefined;
  readonly folder: string;
  /** The start of the shown names of its files. */
  readonly prefix: string;
  readonly readings: readonly FileReading[];
}

export interface OwnContent {
  readonly layers: TargetLayers;
  readonly own: readonly OwnLayer[];
}

export function readOwnContent(config: Config, cwd: string): OwnContent {
  const layers = readLayers(config, cwd);
  const content = join(config.root, config.content);
  const layer = (target: string | undefined, readings: readonly FileReading[]): OwnLayer => {
    const folder = target === undefined ? content : overlayFolder(content, target);
    return { target, folder, prefix: prefixFrom(cwd, folder), readings };
  };
  const own = [layer(undefined, layers.shared), ...[...layers.overlays].map(([name, each]) => layer(name, each))];
  refuseUnread(own);
  return { layers, own };
}

/** A file that cannot be read may name what moves, and would go on naming it. */
function refuseUnread(own: readonly OwnLayer[]): void {
  const unread = own.flatMap(({ readings }) => readings.filter(isUnread));
  if (unread.length === 0) return;
  throw new UserError('some files cannot be read, so it is not known what they point to', {
    diagnostics: unread.flatMap(({ diagnostics }) => diagnostics),
    suggestion: 'fix them first; gitcast validate shows all problems',
  });
}

function isUnread({ path, ignored, document, translation, media }: FileReading): boolean {
  if (ignored ?? document ?? translation ?? media) return false;
  const placement = place(path);
  return placement.type !== 'problem' || placement.meant !== undefined;
}

/** The document or translation in a file. */
export function fileIn({ path, document, translation }: FileReading): MentioningFile | undefined {
  if (document) return document;
  const placement = place(path);
  return translation && placement.type === 'translation'
    ? { ...translation.text, address: translation.of, declaration: placement.declaration }
    : undefined;
}

/** The address of the document that a file belongs to. */
export const addressIn = ({ document, translation, unreadable }: FileReading): string | undefined =>
  document?.address ?? translation?.of ?? unreadable;
