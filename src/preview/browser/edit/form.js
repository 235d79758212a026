// The form of a document in one language, made from the declaration of its kind.
import { element } from '../element.js';
import { say } from '../messages.js';
import { keepDrafts } from './kept-place.js';
import { ask } from './request.js';
import { createSaver } from './saver.js';
import { isSame, valueAt } from './schema.js';
import { Slot } from './slot.js';

/**
 * What the fields of a form share.
 *
 * @typedef {import('../../../editing/protocol.ts').OpenDocument} OpenDocument
 * @typedef {{ do: string, path: (string | number)[], value?: any, was?: any }} Asked
 * @typedef {{
 *   forms: import('../../../editing/protocol.ts').Forms,
 *   document: OpenDocument,
 *   locale?: string,
 *   saver: ReturnType<typeof createSaver>,
 *   hidden: readonly string[],
 *   problemsOf: () => readonly import('../../../editing/protocol.ts').FormProblem[],
 *   send: (operation: Asked, onSaved?: () => void) => Promise<any>,
 *   isTurned: (slot: Slot, now: any) => boolean,
 *   change: (slot: Slot, make: () => Asked | undefined, onSaved?: () => void) => Promise<void>,
 * }} FormContext
 */

const TABLES = ['localeDetails', '$locales'];

/**
 * @param {{
 *   forms: FormContext['forms'], document: OpenDocument, locale?: string,
 *   onSaved: (document: OpenDocument) => void, onBusy: (isBusy: boolean) => void,
 * }} input `locale`: absent for the document's own language
 */
export function createForm({ forms, document, locale, onSaved, onBusy }) {
  const kind = forms.kinds[document.kind];
  const saver = createSaver(onBusy);
  /** @type {FormContext} */
  const context = {
    forms,
    document,
    locale,
    saver,
    hidden: TABLES,
    problemsOf: () => context.document.problems.filter((each) => each.locale === locale),
    async send(operation, onWritten) {
      const answer = await ask('change', {
        address: context.document.address,
        ...(locale !== undefined && { locale }),
        operations: [{ within: listAround(operation.path), ...operation }],
      });
      if (answer.type === 'saved') {
        onWritten?.();
        take(answer.document, turned);
        onSaved(answer.document);
      }
      return answer;
    },
    isTurned: ({ path, known }, now) =>
      turned !== undefined &&
      !isSame(known, now) &&
      isSame(valueAt(valuesOf(turned), path), known) &&
      isSame(valueAt(values(), path), now),
    change: (slot, make, onWritten) =>
      saver.run(async () => {
        const operation = make();
        if (!operation) return;
        slot.refusals = [];
        const answer = await context.send(operation, onWritten);
        if (answer.type === 'conflict') {
          say('This was changed on disk meanwhile. The form shows it as it is now; try again.');
          take(answer.document);
        }
        slot.refuse(answer);
      }),
  };
  /** The outermost list with a value, as the form shows it. */
  const listAround = (path) => {
    const depth = path.findIndex((step) => typeof step === 'number');
    return depth === -1 ? undefined : valueAt(values(), path.slice(0, depth));
  };
  /** The document before this tab undid something, until others change it. @type {OpenDocument | undefined} */
  let turned;
  const values = () => valuesOf(context.document);
  const valuesOf = (opened) => (locale === undefined ? opened.values : (opened.translations[locale] ?? {}));
  const schema = locale === undefined ? kind.schema : kind.translated;
  const root = new Slot(context, {
    key: () => '',
    schema: schema ?? { type: 'object' },
    label: document.title,
    known: valuesOf(document),
  });
  root.control.open();

  /** @param {OpenDocument} next @param {OpenDocument} [before] as it was before this tab undid something */
  function take(next, before) {
    turned = before;
    context.document = next;
    root.show(valuesOf(next));
  }
  return {
    node: element('div', root.node),
    take,
    flush: saver.flush,
    isBusy: saver.isBusy,
    hasDraft: () => root.hasDraft,
    focused: () => (root.face.hasFocus() ? root.focused() : undefined),
    /** @param {import('./slot.js').Focus} focus */
    refocus: (focus) => root.refocus(focus),
    /** For the next form of this document. */
    keep: () => keepDrafts({ address: context.document.address, locale }, root.drafts()),
    /** @param {import('./kept-place.js').Draft[]} drafts */
    enter(drafts) {
      // Each goes before the entries behind it.
      for (const draft of drafts.toReversed())
        if (!root.enter(draft.path, draft))
          say(`This was not saved, and has no place in the document any more: ${JSON.stringify(draft.value)}`);
    },
    look: () => root.look(),
    /** @param {import('./slot.js').Look} look */
    showAs: (look) => root.showAs(look),
    retry: () => root.retry(),
    /** Puts the focus on a value. */
    reveal: (path) => root.reveal(path),
    values,
    run: saver.run,
  };
}
