// The script that `gitcast dev` adds to each page of the site.
import { chooseTime, openInEditor } from './ask-server.js';
import { showNotices } from './banner.js';
import { createBar } from './bar.js';
import { startClockAt } from './clock.js';
import { connect } from './connection.js';
import { introduction } from './introduction.js';
import { reloadKeeping, restoreKept } from './keep.js';
import { say, suggest, withdrawSuggestion } from './messages.js';
import { createOverlay } from './overlay.js';
import { applyScheme } from './scheme.js';
import { onSettings, settings } from './settings.js';
import { followSources } from './source-click.js';
import { followScheme } from './stage.js';
import { updatePage, updateStyles } from './update.js';

if (introduction.now !== undefined) startClockAt(introduction.now);
restoreKept();

/** Inside a frame, the surrounding page has the bar. */
const isFramed = window.top !== window;
/** @type {Pick<import('../server/page-state.ts').PageState, 'revision' | 'documents'>} */
let state = { revision: introduction.revision, documents: [] };

const open = (place) => openInEditor(place, say);
const bar = isFramed ? undefined : createBar(actions());
const overlay = isFramed ? undefined : createOverlay({ open });

function actions() {
  return {
    open,
    openProblems: () => overlay.open(),
    chooseTime: (local) => chooseTime(local, say),
    schemeChanged: useScheme,
    page: {
      document: () => document,
      visit: (href) => location.assign(href),
      isPhone: false,
      switchWidth: () => location.assign(`/__gitcast/phone?page=${encodeURIComponent(location.pathname)}`),
    },
  };
}

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
followSources({ first: () => state.documents[0], open });

/** @param {import('../server/page-state.ts').PageState} next */
function take(next) {
  state = next;
  bar?.update(next);
  overlay?.update(next.problems);
  if (!isFramed) showNotices(next.sync.notices);
}

connect(location.pathname, {
  onStatus: (isLive) => bar?.setLive(isLive),
  onHello({ boot, state: now }) {
    // A different server: its script may differ, and our token is no longer valid.
    if (boot !== introduction.boot) return reloadKeeping();
    const isBehind = now.revision !== state.revision;
    take(now);
    if (isBehind) updatePage();
  },
  onChange({ isPageChanged, styles, suggestion, state: now }) {
    take(now);
    if (isOtherTime(now.time)) return reloadKeeping();
    if (styles.length > 0) updateStyles(styles);
    if (isPageChanged) {
      withdrawSuggestion();
      updatePage();
    }
    if (suggestion && !isFramed) suggest(suggestion);
  },
});

/** Scripts of the page read the clock when they start, so the page is reloaded. */
function isOtherTime({ isChosen, instant }) {
  return (isChosen ? instant : undefined) !== introduction.now;
}
