// Loads the script of a screen, which no other page needs.
const kiosk = one('[data-kiosk]');
if (kiosk) import(new URL(kiosk.dataset.script, location.href));
