// Keeps values in this browser. A browser may refuse storage, or have no space left.
const kept = {
  /** Sites in different folders of a host share the storage, so the folder is part of the key. */
  keyOf: (name) => `gitcast:${siteFolder}${name}`,
  read(name, fallback) {
    try {
      return JSON.parse(localStorage.getItem(kept.keyOf(name))) ?? fallback;
    } catch {
      return fallback;
    }
  },
  /** False if the value lasts only as long as the page. */
  write(name, value) {
    try {
      localStorage.setItem(kept.keyOf(name), JSON.stringify(value));
      return true;
    } catch {
      return false;
    }
  },
};

/** This script is in the folder `assets/` of the site. */
const ownUrl = document.currentScript?.src;
const siteFolder = ownUrl ? new URL('..', ownUrl).pathname : '/';
