/** Opening documents, changing their values, undo and redo. */
import type { Document } from '../../content/document.ts';
import { editCall, type EditCalls } from '../../editing/call.ts';
import { formsOf } from '../../editing/forms.ts';
import { inNotation } from '../../editing/local-time.ts';
import { refused } from '../../editing/edited-files.ts';
import { openDocument, type Surroundings } from '../../editing/open-document.ts';
import { titleOf } from '../../editing/title.ts';
import type { Change, OpenDocument, Operation, Undone } from '../../editing/protocol.ts';
import { ValueEditor } from '../../editing/value-editor.ts';
import { addressOf } from '../../preview/http/site-path.ts';
import type { Json } from '../../values/json.ts';
import * as is from '../../values/shape.ts';
import type { Editing } from './editing.ts';

export function valueCalls(editing: Editing): EditCalls {
  const { live, configured, files, inTurn } = editing;
  const editor = valueEditor(editing);
  return {
    forms: editCall(is.object({}), () => {
      const { locales } = live.engine.broadcast.settings;
      return formsOf(live.engine.broadcast.kinds, { locales, timezone: configured().config.site.timezone });
    }),
    open: editCall(is.object({ address: is.filledText }), ({ address }) => editor.open({ address })),
    'open-at': editCall(is.object({ file: is.filledText, line: is.count }), (place) => editor.open(place)),
    change: editCall(change, (asked, tab) => {
      const { locales } = live.engine.broadcast.settings;
      const isUnknown = asked.locale !== undefined && !locales.includes(asked.locale);
      if (isUnknown) return refused(`The site has no language ${asked.locale}.`);
      const { data = {} } = live.engine.content.documents.get(asked.address) ?? {};
      const operations = asked.operations.map((each) => inNotation(each, data, live.timezone));
      return editor.change({ ...asked, operations }, tab);
    }),
    undo: editCall(is.object({}), (_, tab) => inTurn(() => turn(editing, tab, 'undo'))),
    redo: editCall(is.object({}), (_, tab) => inTurn(() => turn(editing, tab, 'redo'))),
    'undo-state': editCall(is.object({}), (_, tab) => files.stateOf(tab)),
  };
}

export const valueEditor = (editing: Editing): ValueEditor =>
  new ValueEditor({
    content: () => editing.live.engine.content,
    surroundings: () => surroundings(editing),
    files: editing.files,
    pathOf: editing.pathOf,
    ownFile: (inherited) => ownFile(editing, inherited),
  });

/** Answers with the document before and after, so that a form can tell what it did from what others did meanwhile. */
async function turn(editing: Editing, tab: string, direction: 'undo' | 'redo'): Promise<Undone> {
  const earlier = editing.live.engine.content.documents;
  const turned = editing.files.turn(tab, direction);
  await editing.settled();
  if (turned.type === 'refused' || turned.address === undefined) return turned;
  const [before, document] = [earlier, editing.live.engine.content.documents].map((all) => all.get(turned.address!));
  const opened = (each: Document): OpenDocument => openDocument(each, surroundings(editing));
  return {
    ...turned,
    ...(before && { before: opened(before) }),
    ...(document ? { document: opened(document) } : { isGone: true }),
  };
}

export const json: is.Shape<Json> = is.shape('a value', (value) => value !== undefined);
const step: is.Shape<string | number> = is.shape(
  'a key or a position',
  (value) => typeof value === 'string' || (Number.isSafeInteger(value) && Number(value) >= 0),
);
const path = is.listOf(step);
const shown = { was: is.optional(json), within: is.optional(json) };

const operation = is.byKey('do', {
  set: is.object({ do: is.exactly('set'), path, value: json, isLocal: is.optional(is.exactly(true)), ...shown }),
  remove: is.object({ do: is.exactly('remove'), path, ...shown }),
  insert: is.object({ do: is.exactly('insert'), path, value: json, within: shown.within }),
  move: is.object({ do: is.exactly('move'), path, to: is.count, ...shown }),
}) as is.Shape<Operation>;

const change = is.object({
  address: is.filledText,
  locale: is.optional(is.filledText),
  operations: is.listOf(operation),
}) as is.Shape<Change>;

/** What forms show of the rest of the project. */
export function surroundings({ live, configured }: Editing): Surroundings {
  const { engine } = live;
  const { overlay } = configured().files;
  return {
    problems: live.problems,
    titleOf: (address) => {
      const document = engine.content.documents.get(address);
      return document && titleOf(document);
    },
    hrefOf: (file) => {
      const [page] = live.pagesOf(file);
      return page === undefined ? undefined : addressOf(page);
    },
    mainLocale: engine.broadcast.settings.locales[0] ?? 'en',
    isOfTarget: (file) => file.startsWith(overlay.prefix),
  };
}

function ownFile({ configured }: Editing, inherited: string): string {
  const { shared, inherited: below } = configured().files;
  const layer = below.find(({ prefix }) => inherited.startsWith(prefix));
  return shared.prefix + inherited.slice(layer?.prefix.length ?? 0);
}
