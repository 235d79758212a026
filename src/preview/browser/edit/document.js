// The form of a document: in its own language with all fields, in the others with those that can be translated.
import { element } from '../element.js';
import { say } from '../messages.js';
import { openInEditor } from '../server.js';
import { createForm } from './form.js';
import { takeDrafts } from './kept-place.js';
import { ask, forms as askForms } from './request.js';
import { findText, isSame, valueAt } from './schema.js';

/**
 * What to open: a document, or the one that a file belongs to. `texts`: the words on the page that were clicked, and
 * those around them. `opened`: the document as it was, in case it is gone. `look`: its form as it was on the page before.
 *
 * @typedef {{ address?: string, file?: string, line?: number, locale?: string, at?: readonly (string | number)[], texts?: string[], opened?: OpenDocument, look?: import('./slot.js').Look }} Wish
 * @typedef {import('../../../editing/protocol.ts').OpenDocument} OpenDocument
 */

/** The site follows a file within this time, in milliseconds. */
const PAUSE = 300;

/** @param {import('./editor.js').Editor} editor */
export function documentView(editor) {
  const about = element('p.about');
  const languages = element('div.segments.languages', { role: 'group', 'aria-label': 'Language' });
  const status = element('span.saving', { role: 'status' });
  const problems = element('div.field-problems');
  const holder = element('div');
  const node = element('div.document', element('div.document-head', about, languages, status), problems, holder);
  /** @type {import('../../../editing/protocol.ts').Forms} */
  let forms;
  /** @type {OpenDocument | undefined} */
  let document_;
  /** The language that the form shows; undefined for the document's own. @type {string | undefined} */
  let locale;
  /** @type {ReturnType<typeof createForm> | undefined} */
  let form;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** The number of the latest request: an answer to an earlier one is dropped. */
  let latest = 0;

  const setBusy = (isBusy) => (status.textContent = isBusy ? 'Saving…' : form?.hasDraft() ? 'Not saved' : 'Saved');

  /** @param {OpenDocument} next */
  function describe(next) {
    document_ = next;
    view.title = next.title;
    const { title: kind } = forms.kinds[next.kind];
    const isElsewhere = next.href !== undefined && next.href !== location.pathname;
    about.replaceChildren(
      element('span', kind),
      element('button.link', { title: 'Open in the editor', onclick: () => openInEditor(next) }, next.file),
      isElsewhere ? element('a.link', { href: next.href }, 'Show its page') : '',
    );
    drawLanguages();
    const whole = next.problems.filter(({ path, locale: of }) => path.length === 0 && of === locale);
    problems.replaceChildren(...whole.map(({ message }) => element('p.field-problem', message)));
    editor.wrote();
  }

  function drawLanguages() {
    const { translated: schema } = forms.kinds[document_.kind];
    const others = forms.locales.filter((each) => each !== document_.locale);
    languages.hidden = !schema || others.length === 0;
    const button = (each) => {
      const missing = each === document_.locale ? 0 : missingIn(document_, schema, each);
      const isHere = (locale ?? document_.locale) === each;
      const title = missing > 0 ? `${missing} not translated` : undefined;
      const attributes = { 'aria-pressed': String(isHere), title, onclick: () => switchTo(each) };
      const mark = missing > 0 && element('span.missing', { 'aria-label': title, role: 'img' });
      return element('button', attributes, element('span', each.toUpperCase(), mark));
    };
    const drawn = [document_.locale, ...others].map(button);
    const hadFocus = [...languages.children].findIndex((each) => each.matches(':focus'));
    languages.replaceChildren(...drawn);
    drawn[hadFocus]?.focus();
  }

  async function switchTo(wanted) {
    const turn = ++latest;
    await form?.flush();
    if (turn === latest) show(document_, wanted === document_.locale ? undefined : wanted);
  }

  /**
   * `from`: its address until now. `before`: the document before an undo.
   *
   * @param {OpenDocument} next
   * @param {string} [wanted]
   * @param {{ from?: string, look?: import('./slot.js').Look, before?: OpenDocument }} [earlier]
   */
  function show(next, wanted, { from = next.address, look, before } = {}) {
    const isOther = !form || from !== document_?.address || wanted !== locale;
    if (isOther) form?.keep();
    locale = wanted;
    describe(next);
    if (!isOther) return form.take(next, before);
    form = createForm({ forms, document: next, locale, onSaved: describe, onBusy: setBusy });
    holder.replaceChildren(form.node);
    setBusy(false);
    if (look) form.showAs(look);
    for (const address of [next.address, from, ...[next.values.$aliases ?? []].flat().map(String)])
      form.enter(takeDrafts({ address, locale }));
  }

  async function follow() {
    if (!document_ || form.isBusy()) return;
    const { address } = document_;
    const next = await ask('open', { address });
    if (form.isBusy() || address !== document_.address) return;
    if (next.type === 'refused') return missing(next);
    show(next, locale, { from: address });
    form.retry();
    setBusy(form.isBusy());
  }

  /** The form stays: what was entered may be the only copy. */
  const missing = ({ reason }) => problems.replaceChildren(element('p.field-problem', reason));

  /** @param {Wish} wish */
  const askFor = ({ address, file, line = 1 }) =>
    file === undefined ? ask('open', { address }) : ask('open-at', { file, line });

  /** @type {import('./editor.js').View} */
  const view = {
    title: 'Document',
    node,
    /** @param {Wish} [wish] absent: the same document again */
    async open(wish) {
      const turn = ++latest;
      const wanted = wish ?? { address: document_?.address, locale };
      if (wanted.address === undefined && wanted.file === undefined) return editor.go('documents');
      // What is entered while another document loads would be for this one.
      node.inert = wanted.address === undefined || wanted.address !== document_?.address;
      await form?.flush();
      forms ??= await askForms();
      const answer = /** @type {any} */ (forms).type === 'refused' ? forms : await askFor(wanted);
      if (turn !== latest) return;
      node.inert = false;
      if (/** @type {any} */ (forms).type === 'refused') forms = undefined;
      const isRefused = answer.type === 'refused';
      const known = wanted.address === document_?.address ? document_ : wanted.opened;
      const opened = isRefused && forms ? known : answer;
      if (isRefused && (!forms || !opened)) return void say(answer.reason);
      const place = placeOf(opened, wanted);
      show(opened, place.locale, { from: wanted.address, look: wanted.look });
      if (isRefused) missing(answer);
      if (wish && place.path) form.reveal(place.path);
    },
    /** Undo or redo. What is entered meanwhile is sent after it. */
    turn: (ask) =>
      form?.run(async () => {
        const answer = await ask();
        const { document: next, before } = answer;
        if (next?.address === document_.address) show(next, locale, { before });
        return answer;
      }),
    /** Others may have changed it, or a file that it depends on. */
    changed() {
      clearTimeout(timer);
      timer = setTimeout(follow, PAUSE);
    },
    leave() {
      form?.keep();
      return form?.flush().then(form.keep);
    },
    /** The value that a text on the page shows. */
    find: (text) => document_ && findText(form.values(), text),
    /** Where somebody was, to return to after the page is loaded again. */
    focused: () => form?.focused(),
    refocus: (focus) => form?.refocus(focus),
    place: () => document_ && { address: document_.address, locale, opened: document_, look: form.look() },
  };
  return view;

  /**
   * Translations in the document's own file have their language in the path.
   *
   * @param {OpenDocument} opened
   * @param {Wish} wish
   */
  function placeOf(opened, { locale: asked, line, at = line === undefined ? undefined : opened.at, texts = [] }) {
    const tables = ['localeDetails', '$locales'];
    const isTable = at !== undefined && tables.includes(String(at[0]));
    const named = isTable ? String(at[1]) : asked;
    const isTranslation = named !== undefined && named !== opened.locale && forms.locales.includes(named);
    const canBe = isTranslation && forms.kinds[opened.kind].translated !== undefined;
    const own = canBe ? named : undefined;
    const inside = isTable ? at.slice(2) : at;
    const values = own === undefined ? opened.values : (opened.translations[own] ?? {});
    const around = valueAt(values, inside ?? []);
    const found = texts.map((text) => findText(around, text)).find((each) => each !== undefined);
    return { locale: own, path: found ? [...(inside ?? []), ...found] : inside };
  }
}

/** The number of texts that have no translation. @param {OpenDocument} document */
function missingIn({ values, translations }, schema, locale) {
  if (!schema) return 0;
  const isThere = (value) => value !== undefined && value !== null && value !== '' && !isSame(value, []);
  return Object.keys(schema.properties).filter((key) => isThere(values[key]) && !isThere(translations[locale]?.[key]))
    .length;
}
