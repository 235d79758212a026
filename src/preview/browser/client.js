// The script that `gitcast dev` adds to each page of the site.
import { createBar } from './bar.js';
import { reloadKeeping, restoreKept } from './keep.js';
import { suggest, withdrawSuggestion } from './messages.js';
import { connect, introduction, openInEditor } from './server.js';
import { applyScheme, onSettings, settings } from './settings.js';
import { followSources } from './source-click.js';
import { followScheme } from './stage.js';
import { updatePage } from './update.js';

if (introduction.now !== undefined) startClockAt(introduction.now);
restoreKept();

/** Inside a frame, the surrounding page has the bar. */
const isFramed = window.top !== window;
/** @type {Pick<import('../server/page-state.ts').PageState, 'revision' | 'documents'>} */
let state = { revision: introduction.revision, documents: [] };

const bar = isFramed
  ? undefined
  : createBar({
      document: () => document,
      visit: (href) => location.assign(href),
      isPhone: false,
      switchWidth: () => location.assign(`/__gitcast/phone?page=${encodeURIComponent(location.pathname)}`),
      schemeChanged: useScheme,
      edit: () => turnEditing(!isEditing),
    });

/** Whether edit mode is on in this window; another window has its own. */
let isEditing = !isFramed && settings.isEditing;
/** The editor, while it is on. Its modules are loaded when somebody first turns it on. */
let editor;
/** @param {boolean} isOn */
function turnEditing(isOn) {
  isEditing = isOn;
  settings.change({ isEditing: isOn });
  void followEditing({ isAsked: true });
}

/** @param {{ isAsked: boolean }} why `isAsked`: somebody has just turned it on or off */
async function followEditing({ isAsked }) {
  bar.setEditing(isEditing, { isAsked });
  if (!isEditing) {
    editor?.stop();
    editor = undefined;
    return;
  }
  const { startEditing } = await import('./edit/editor.js');
  // It may have been turned off, or on again, while the modules were loaded.
  if (!isEditing || editor) return;
  editor = startEditing({
    first: () => state.documents[0],
    onClose: () => turnEditing(false),
    onEscape: () => bar.focusEdit(),
    isAsked,
  });
}

function isTyping(event) {
  return event
    .composedPath()
    .some((each) => each instanceof HTMLElement && (each.isContentEditable || each.matches('input, textarea, select')));
}
addEventListener('keydown', (event) => {
  if (event.key !== 'e' || event.ctrlKey || event.metaKey || event.altKey || !bar || isTyping(event)) return;
  event.preventDefault();
  turnEditing(!isEditing);
});

function useScheme() {
  applyScheme(settings.scheme);
  followScheme();
}
useScheme();
addEventListener('load', useScheme);
onSettings(useScheme);
document.addEventListener('gitcast:update', () => {
  useScheme();
  bar?.pageChanged();
});
followSources({ first: () => state.documents[0], open: openInEditor });

/** @param {import('../server/page-state.ts').PageState} next */
function take(next) {
  state = next;
  bar?.update(next);
  editor?.take(next);
  if (isEditing && !editor) void followEditing({ isAsked: false });
}

connect(location.pathname, {
  onStatus: (isLive) => bar?.setLive(isLive),
  onHello({ boot, project, token, state: now }) {
    // A different server: its script may differ. Until the page is reloaded, what was begun can be finished.
    if (boot !== introduction.boot) {
      if (project === introduction.project) introduction.token = token;
      return reloadKeeping();
    }
    const isBehind = now.revision !== state.revision;
    take(now);
    if (isBehind) updatePage();
  },
  onChange({ isPageChanged, suggestion, state: now }) {
    take(now);
    if (isOtherTime(now.time)) return reloadKeeping();
    if (isPageChanged) {
      withdrawSuggestion();
      updatePage();
    }
    // In edit mode, most changes are somebody's own, and the form has a link to the page.
    if (suggestion && !isFramed && !isEditing) suggest(suggestion);
  },
});

/** Scripts of the page read the clock when they start, so the page is reloaded. */
function isOtherTime({ isChosen, instant }) {
  return (isChosen ? instant : undefined) !== introduction.now;
}

/**
 * The page's scripts see the chosen time: a countdown counts from there, and events that are on then are marked.
 *
 * @param {number} instant in milliseconds; the clock continues from there
 */
function startClockAt(instant) {
  const RealDate = Date;
  const offset = instant - RealDate.now();
  const now = () => RealDate.now() + offset;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, words, self) => Reflect.construct(target, words.length === 0 ? [now()] : words, self),
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
