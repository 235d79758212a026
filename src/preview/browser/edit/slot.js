// A place in the form: the value that the file has, what somebody is entering there, and what the project answered.
import { focusedBeside } from '../element.js';
import { drawField } from './field.js';
import { typeFor } from './fields/types.js';
import { isSame, resolve, valueAt } from './schema.js';

/**
 * What a type of field makes. `layout`: a label above an input, or above several, or a part that opens. `read`: a value as it
 * is entered, if the server writes it in another notation.
 *
 * @typedef {{
 *   node: HTMLElement,
 *   layout?: 'label' | 'set' | 'part',
 *   input?: HTMLElement,
 *   show: (value: any) => void,
 *   focus?: () => void,
 *   composed?: () => any,
 *   open?: () => void,
 *   child?: (key: string | number) => Slot | undefined,
 *   children?: () => Slot[],
 *   drop?: (slot: Slot) => void,
 *   renew?: (key: any, start: any) => Slot | undefined,
 *   canBeEmptied?: boolean,
 *   read?: (written: any) => any,
 *   variant?: string,
 *   isOffering?: () => boolean,
 *   offer?: () => void,
 * }} Control
 *
 * What somebody opened, and the fields that are shown, also those that are still empty.
 *
 * @typedef {{ isOpen?: boolean, isOffering?: boolean, inside: Record<string | number, Look> }} Look
 */

/**
 * `start` is the first value of something that no file has yet.
 *
 * @typedef {{
 *   key: () => string | number, schema: import('./schema.js').JsonSchema, label: string,
 *   isRequired?: boolean, isEntry?: boolean, known?: any, start?: any,
 * }} Place
 *
 * @typedef {import('./form.js').FormContext} FormContext
 */

const FOCUSABLE = 'input, textarea, select, button, summary';
/** What tells an element of a field from its others, in this form and the next one. @param {Element | null} each */
const nameOf = (each) =>
  each && [each.localName, ...['class', 'role', 'aria-label'].map((name) => each.getAttribute(name))].join(' ');

/** @typedef {{ path: (string | number)[], name: string, nth: number }} Focus the element among those with its name */

const ADDED = 'This was added on disk meanwhile. Open the document again to see it.';
let count = 0;

export class Slot {
  /** The value as the file has it, and what is being entered instead. */
  known;
  /** @type {{ value: any } | undefined} */
  draft;
  /** Why the draft is not written. @type {{ message: string, suggestion?: string, severity?: string }[]} */
  refusals = [];
  /** The document could not be changed, whatever the value. */
  isRefused = false;
  /** Others changed the value meanwhile. @type {{ theirs?: any } | undefined} */
  conflict;
  /** The value that this form wrote last. @type {{ value: any } | undefined} */
  #saved;
  /** A value from disk that is not shown yet, because somebody is about to type. @type {{ value: any } | undefined} */
  #unseen;
  /** @type {Control} */
  control;

  /**
   * @param {FormContext} form
   * @param {Place & { parent?: Slot }} place
   */
  constructor(form, { parent, key, schema, label, isRequired = false, isEntry = false, known, start }) {
    this.form = form;
    this.parent = parent;
    this.key = key;
    this.declared = schema;
    this.label = label;
    this.isRequired = isRequired;
    this.isEntry = isEntry;
    this.known = known;
    this.start = start;
    this.id = `field-${++count}`;
    this.#draw();
    // An empty one is only an invitation to enter something.
    if (start !== undefined && start !== '' && !this.isContainer) this.draft = { value: start };
    this.control.show(this.value);
    this.mark();
  }

  /** @type {(string | number)[]} */
  get path() {
    return this.parent ? [...this.parent.path, this.key()] : [];
  }
  get value() {
    return this.draft ? this.draft.value : this.known;
  }
  get isContainer() {
    return this.control.children !== undefined;
  }
  /** `null` is written, but nothing can be written into it. */
  get isWritten() {
    return this.known !== undefined && !(this.isContainer && this.known === null);
  }
  /** A time is sent as somebody reads it on a clock. */
  get isLocal() {
    return this.control.read && true;
  }
  #isSame(one, other) {
    const { read = (value) => value } = this.control;
    return isSame(read(one), read(other));
  }
  /** The same value in the main language. */
  get original() {
    return this.form.locale === undefined ? undefined : valueAt(this.form.document.values, this.path);
  }
  get hasDraft() {
    return this.draft !== undefined || (this.control.children?.() ?? []).some((each) => each.hasDraft);
  }

  #draw() {
    const value = this.value ?? this.start;
    this.schema = resolve(this.declared, value, this.form.forms.shapes);
    this.make = typeFor(this.schema, value);
    this.control = this.make(this);
    this.face = drawField(this);
    this.node?.replaceWith(this.face.node);
    this.node = this.face.node;
  }

  /** Takes the value from disk. A draft stays, with the value that it was made from: saving it then finds the conflict. */
  show(known) {
    if (this.draft && !this.#isSame(this.draft.value, known)) return this.mark();
    const isOwn = this.draft !== undefined;
    if (isOwn) this.#settle();
    // What is typed next was made from the value in sight: saving it then finds the conflict.
    const isEntering = this.face.hasFocus() && !this.form.isTurned(this, known);
    const isInSight = !isOwn && !this.isContainer && isEntering && !this.#isSame(known, this.known);
    this.#unseen = isInSight ? { value: known } : undefined;
    if (isInSight) return this.mark();
    this.known = known;
    const schema = resolve(this.declared, known, this.form.forms.shapes);
    const isOther = known !== undefined && known !== null && typeFor(schema, known) !== this.make;
    const isOtherVariant = known && this.control.variant !== undefined && this.control.variant !== known.type;
    if (isOther || isOtherVariant) this.#draw();
    if (this.isContainer || !isEntering) this.control.show(known);
    this.mark();
  }

  /** Somebody entered a value; undefined removes it. A choice is complete, a text is still being typed. */
  edit(value, { isChoice = false, rest = undefined } = {}) {
    this.draft = { value };
    // An emptied text may be about to be typed anew: its line, with its comment, goes when the field is left.
    if (value === undefined && !isChoice && this.face.hasFocus()) this.form.saver.hold(this);
    else this.form.saver.later(this, { isChoice, rest });
  }

  /** A place inside this one. @param {Place} place */
  inside(place) {
    return new Slot(this.form, { ...place, parent: this });
  }

  /** The value that a new part of the document has so far. */
  composed() {
    if (this.control.composed) return this.control.composed();
    return this.value === '' ? undefined : this.value;
  }

  async save() {
    if (!this.draft) return;
    const { value } = this.draft;
    const { top, operation } = this.#operation();
    if (!operation) {
      this.#settle();
      return this.mark();
    }
    const answer = await this.form.send(operation, () => {
      // It is an entry of its list from now on.
      top.known = operation.value;
      this.known = value;
    });
    if (answer.type === 'saved') this.#saved = { value };
    // The form may have taken an older version from the site, which follows the file a moment later.
    const isSaved = [this.#saved, { value }].some((each) => each && this.#isSame(answer.theirs, each.value));
    const isOwn = isSaved || this.form.isTurned(this, answer.theirs);
    if (answer.type === 'conflict' && top === this && isOwn) {
      this.known = answer.theirs;
      return this.save();
    }
    this.refusals = [];
    if (answer.type === 'conflict' && top === this) this.conflict = { theirs: answer.theirs };
    else top.refuse(answer.type === 'conflict' ? { type: 'refused', reason: ADDED } : answer);
    this.mark();
  }

  /**
   * A new part is written as a whole, as soon as it is valid.
   *
   * @returns {{ top?: Slot, operation?: { do: string, path: (string | number)[], value?: any, was?: any, isLocal?: boolean } }}
   */
  #operation() {
    const { value } = this.draft;
    const { path, known } = this;
    if (this.#isSame(value, known)) return {};
    if (this.isWritten && value === undefined) return { top: this, operation: { do: 'remove', path, was: known } };
    if (this.isWritten) return { top: this, operation: { do: 'set', path, value, was: known, isLocal: this.isLocal } };
    const top = this.outermostNew();
    const whole = top.composed();
    if (whole === undefined) return {};
    return { top, operation: top.creation(whole) };
  }

  /** @returns {Slot} */
  outermostNew() {
    return this.parent && !this.parent.isWritten ? this.parent.outermostNew() : this;
  }

  creation(value) {
    const { path } = this;
    if (this.isEntry) return { do: 'insert', path, value };
    return { do: 'set', path, value, isLocal: this.isLocal, ...(this.known !== undefined && { was: this.known }) };
  }

  /** Writes a new part that has been started, if it is valid as it is. */
  begin() {
    const top = this.outermostNew();
    let value;
    return this.form.change(
      top,
      () => {
        value = top.isWritten ? undefined : top.composed();
        return value === undefined ? undefined : top.creation(value);
      },
      () => (top.known = value),
    );
  }

  remove() {
    const drop = () => {
      this.draft = undefined;
      this.parent.control.drop?.(this);
    };
    const make = () => (this.known === undefined ? void drop() : { do: 'remove', path: this.path, was: this.known });
    return this.form.change(this, make, drop);
  }

  /** Shows why nothing was written. @param {any} answer */
  refuse(answer) {
    this.isRefused = answer.type === 'refused';
    const reason = this.isRefused ? [{ message: answer.reason }] : [];
    this.refusals = answer.type === 'invalid' ? answer.problems : reason;
    this.mark();
  }

  keepMine() {
    this.known = this.conflict.theirs;
    this.conflict = undefined;
    this.form.saver.later(this, { isChoice: true });
  }
  takeTheirs() {
    this.known = this.conflict.theirs;
    this.#settle();
    this.control.show(this.known);
    this.mark();
  }
  #settle() {
    this.draft = undefined;
    this.conflict = undefined;
    this.refusals = [];
    this.isRefused = false;
  }

  /** Shows its problems and where its value comes from. */
  mark() {
    this.face.mark();
    this.node.toggleAttribute('data-begun', this.isEntry && !this.isWritten);
  }

  /** Nothing more is being entered here. */
  left() {
    this.form.saver.hurry(this);
    if (this.draft) return;
    if (this.#unseen) this.known = this.#unseen.value;
    this.#unseen = undefined;
    this.control.show(this.known);
  }

  /** @returns {import('./kept-place.js').Draft[]} */
  drafts() {
    if (!this.hasDraft) return [];
    const { path, known: was, draft } = this;
    const isSent = this.refusals.length === 0 && !this.conflict;
    // A new part is one value.
    const isNew = this.parent !== undefined && !this.isWritten && (this.isEntry || this.isContainer);
    if (isNew) return [{ path, value: this.composed(), isNew, isSent }];
    return draft
      ? [{ path, value: draft.value, was, isSent }]
      : this.control.children().flatMap((each) => each.drafts());
  }

  /**
   * Enters a draft of an earlier form again. Returns whether there is a place for it.
   *
   * @param {(string | number)[]} path
   * @param {import('./kept-place.js').Draft} draft
   * @returns {boolean}
   */
  enter([key, ...rest], draft) {
    this.face.open();
    if (key !== undefined && (rest.length > 0 || !draft.isNew))
      return this.control.child?.(this.#placeNow(key, rest, draft.was))?.enter(rest, draft) ?? false;
    // The answer was missed: it is in the file.
    if (key !== undefined && isSame(valueAt(this.known, [key]), draft.value)) return true;
    if (key !== undefined) return this.control.renew?.(key, draft.value)?.begin() !== undefined;
    this.known = draft.was;
    this.draft = { value: draft.value };
    this.control.show(draft.value);
    this.form.saver.later(this, { isChoice: true });
    return true;
  }

  /** Where an entry is whose value was made from `was`: others may have added some before it. */
  #placeNow(key, rest, was) {
    if (was === undefined || !Array.isArray(this.known) || isSame(valueAt(this.known, [key, ...rest]), was)) return key;
    const same = [...this.known.keys()].filter((each) => isSame(valueAt(this.known, [each, ...rest]), was));
    return same.length === 1 ? same[0] : key;
  }

  /** Sends again what could not be written for a reason that may have passed. */
  retry() {
    if (!this.isRefused) for (const each of this.control.children?.() ?? []) each.retry();
    else if (this.draft) this.form.saver.later(this, { isChoice: true });
    else if (!this.isWritten) void this.begin();
    // It was to be removed or moved, and may be another one by now.
    else this.refuse({});
  }

  /** @returns {Look} */
  look() {
    const { control, face } = this;
    // An entry that is not written has no position yet.
    const inside = (control.children?.() ?? []).filter((each) => each.isWritten || !each.isEntry);
    return {
      isOpen: face.isOpen(),
      isOffering: control.isOffering?.(),
      inside: Object.fromEntries(inside.map((each) => [each.key(), each.look()])),
    };
  }

  /** As an earlier form of the document was. @param {Look} look */
  showAs({ isOpen, isOffering, inside }) {
    if (isOpen) this.face.open();
    for (const [key, look] of Object.entries(inside)) this.control.child?.(key)?.showAs(look);
    if (isOffering) this.control.offer?.();
  }

  /** @returns {Focus | undefined} */
  focused() {
    const inner = this.control.children?.().find((each) => each.face.hasFocus());
    if (inner) return inner.focused();
    const focused = focusedBeside(this.node);
    const name = nameOf(focused);
    const nth = this.#ownElements(name).findIndex((each) => each === focused);
    return nth === -1 ? undefined : { path: this.path, name, nth };
  }

  /** @param {Focus} focus @returns {HTMLElement | undefined} the element that has the focus now */
  refocus({ path: [key, ...path], name, nth }) {
    if (key !== undefined) {
      this.face.open();
      return this.control.child?.(key)?.refocus({ path, name, nth });
    }
    const found = this.#ownElements(name)[nth];
    found?.focus({ preventScroll: true });
    return found;
  }

  /** Those with a name, without those of the fields inside. */
  #ownElements(name) {
    const inside = this.control.children?.() ?? [];
    const all = /** @type {HTMLElement[]} */ ([...this.node.querySelectorAll(FOCUSABLE)]);
    return all.filter((each) => nameOf(each) === name && !inside.some(({ node }) => node.contains(each)));
  }

  /** Opens the parts around a value and puts the focus on it. @param {readonly (string | number)[]} path */
  reveal([key, ...rest]) {
    this.face.open();
    const child = key === undefined ? undefined : this.control.child?.(key);
    if (child) return child.reveal(rest);
    this.face.focus();
  }
}
