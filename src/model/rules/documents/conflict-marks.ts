import { ownMark, unmerged } from '../../../content/conflict-marks.ts';
import { layersOf } from '../../../content/overlay.ts';
import type { DocumentRule } from '../rule.ts';

/** What a pull or an import could not merge: nothing is sent or published until it is resolved. */
export const conflictMarks: DocumentRule = {
  codes: ['conflict-marker'],
  check: ({ document }) =>
    layersOf(document).flatMap(({ body }) => {
      const mark = ownMark(body?.text ?? '');
      return body && mark !== undefined ? unmerged(body, mark) : [];
    }),
};
