// What a browser stores as JSON: for a tab, or for all of its windows. Where it stores nothing, values last as long as the page.

/** @param {'sessionStorage' | 'localStorage'} name */
const storage = (name) => ({
  /** @param {string} key @returns {any} undefined if there is no value */
  get(key) {
    try {
      return JSON.parse(window[name].getItem(key)) ?? undefined;
    } catch {
      return undefined;
    }
  },
  set(key, value) {
    try {
      window[name].setItem(key, JSON.stringify(value));
    } catch {}
  },
});

export const ofTab = storage('sessionStorage');
export const ofBrowser = storage('localStorage');

/** A value that is used once. @param {string} key */
export function takeOfTab(key) {
  const value = ofTab.get(key);
  ofTab.set(key, null);
  return value;
}
