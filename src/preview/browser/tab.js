// The name of this tab: what it changed can be undone here, also on its next page.
const KEY = 'gitcast.dev.tab';
/** A page in a frame is not a tab. */
const isTab = window.top === window;

/** It is stored only from one page to the next: a duplicated tab starts with a copy of the storage, and is another tab. */
function take() {
  try {
    const kept = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return kept ?? undefined;
  } catch {
    return undefined;
  }
}

export const tab = (isTab && take()) || Math.random().toString(36).slice(2);

if (isTab) {
  // The browser may show this page again as it was.
  addEventListener('pageshow', take);
  addEventListener('pagehide', () => {
    try {
      sessionStorage.setItem(KEY, tab);
    } catch {
      // Without storage, the next page starts anew.
    }
  });
}
