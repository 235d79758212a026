import { layersOf } from '../../../content/overlay.ts';
import { MARKER, unmerged } from '../../../content/read-file.ts';
import { markIn } from '../../../values/merge-texts.ts';
import type { DocumentRule } from '../rule.ts';

/** What a pull or an import could not merge: nothing is sent or published until it is resolved. */
export const conflictMarks: DocumentRule = {
  codes: ['conflict-marker'],
  check: ({ document }) =>
    layersOf(document).flatMap(({ body }) => {
      const mark = markIn(body?.text ?? '');
      return body && mark !== undefined ? unmerged(body.span(mark, mark + MARKER)) : [];
    }),
};
