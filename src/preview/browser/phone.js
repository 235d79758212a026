// The page around a page of the site that is shown at the width of a phone.
import { createBar } from './bar.js';
import { element } from './element.js';
import { suggest } from './messages.js';
import { connect, introduction } from './server.js';
import { onSettings, settings } from './settings.js';
import { followScheme } from './stage.js';

const sheet = new CSSStyleSheet();
sheet.replaceSync(`
  html { color-scheme: light dark; height: 100% }
  html[data-scheme=light] { color-scheme: light }
  html[data-scheme=dark] { color-scheme: dark }
  body { margin: 0; min-height: 100%; display: grid; place-items: center; padding: 24px; box-sizing: border-box;
    background: light-dark(#e6e8ed, #0e0f12) }
  iframe { width: min(390px, 100%); height: min(844px, calc(100dvh - 48px)); border: 0; border-radius: 28px; background: Canvas;
    box-shadow: 0 0 0 8px light-dark(#1c1e24, #2b2e36), 0 24px 60px rgb(0 0 0 / .3) }
`);
document.adoptedStyleSheets = [sheet];

/** Only a path on this server, because anyone could have crafted the URL of this page. */
function pageAsked() {
  const asked = new URL(new URLSearchParams(location.search).get('page') ?? '/', location.origin);
  return asked.origin === location.origin && !asked.pathname.startsWith('/__gitcast/') ? asked.pathname : '/';
}

const frame = element('iframe', { src: pageAsked(), title: 'The site on a phone' });
document.body.append(frame);

const pathname = () => frame.contentWindow.location.pathname;
const visit = (href) => frame.contentWindow.location.assign(href);
const bar = createBar({
  document: () => frame.contentDocument,
  visit,
  isPhone: true,
  switchWidth: () => location.assign(pathname()),
  schemeChanged: useScheme,
});

/** The page in the frame detects the changed setting and updates itself. */
function useScheme() {
  if (settings.scheme === 'system') delete document.documentElement.dataset.scheme;
  else document.documentElement.dataset.scheme = settings.scheme;
  followScheme();
}
useScheme();
onSettings(useScheme);

let disconnect = () => {};
let connected = '';

/** The frame shows a different page, or the same one reloaded. */
function follow() {
  document.title = `${frame.contentDocument.title} · phone`;
  bar.pageChanged();
  if (connected === pathname()) return;
  connected = pathname();
  history.replaceState(null, '', `?page=${encodeURIComponent(connected)}`);
  disconnect();
  disconnect = connect(connected, {
    onStatus: bar.setLive,
    onHello({ boot, state }) {
      if (boot !== introduction.boot) return location.reload();
      bar.update(state);
    },
    onChange({ suggestion, state }) {
      bar.update(state);
      if (suggestion) suggest(suggestion, visit);
    },
  });
}
frame.addEventListener('load', follow);
