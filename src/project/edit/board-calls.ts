/** The board of days and places, and moves on it. */
import { boardOf } from '../../editing/board.ts';
import { editCall, type EditCalls } from '../../editing/call.ts';
import { absent } from '../../editing/absent-document.ts';
import { slotOperations } from '../../editing/move-slot.ts';
import { eventDays } from '../../site/event-days.ts';
import * as is from '../../values/shape.ts';
import type { Editing } from './editing.ts';
import { json, surroundings, valueEditor } from './value-calls.ts';

const written = is.optional(json);
const local = is.optional(is.filledText);

const move = is.object({
  address: is.filledText,
  start: local,
  end: local,
  place: is.optional(is.orNull(is.filledText)),
  was: is.object({ start: written, end: written, place: written }),
});

export function boardCalls(editing: Editing): EditCalls {
  const { live, settled } = editing;
  const editor = valueEditor(editing);
  return {
    board: editCall(is.object({}), () => {
      const { timezone, engine } = live;
      return boardOf({
        kinds: engine.broadcast.kinds,
        documents: engine.content.documents,
        timezone,
        daysOf: (span) => eventDays(span, timezone),
        ...surroundings(editing),
      });
    }),
    'move-slot': editCall(move, async ({ address, ...asked }, tab) => {
      const document = live.engine.content.documents.get(address);
      if (!document) return absent(address, surroundings(editing).problems);
      const changed = editor.change({ address, operations: slotOperations(document, asked, live.timezone) }, tab);
      // The board that the page asks for next has the clashes of the new times.
      await settled();
      return changed;
    }),
  };
}
