// The name of this tab: what it changed can be undone here, also on its next page.
import { ofTab, takeOfTab } from './storage.js';

const KEY = 'gitcast.dev.tab';
/** A page in a frame is not a tab. */
const isTab = window.top === window;

export const tab = (isTab && takeOfTab(KEY)) || Math.random().toString(36).slice(2);

// Stored only from one page to the next: a duplicated tab starts with a copy of the storage, and is another tab.
if (isTab) {
  addEventListener('pagehide', () => ofTab.set(KEY, tab));
  // The browser may show this page again as it was.
  addEventListener('pageshow', () => takeOfTab(KEY));
}
