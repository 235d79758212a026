/** The settings of the bar, which this browser keeps from page to page. */
const KEY = 'gitcast.dev';
const DEFAULTS = { isOpen: false, scheme: 'system' };

function read() {
  try {
    return { ...DEFAULTS, ...JSON.parse(localStorage.getItem(KEY) ?? '{}') };
  } catch {
    return DEFAULTS;
  }
}

export const settings = {
  ...read(),
  change(values) {
    Object.assign(settings, values);
    const { isOpen, scheme } = settings;
    try {
      localStorage.setItem(KEY, JSON.stringify({ isOpen, scheme }));
    } catch {
      // Without storage, they last as long as the page.
    }
  },
};

/** Another window, or the page around this one, changed a setting. */
export function onSettings(listener) {
  addEventListener('storage', ({ key }) => {
    if (key !== KEY) return;
    Object.assign(settings, read());
    listener();
  });
}
