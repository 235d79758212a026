// Finds and creates elements, for the other scripts.
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const one = (selector, root = document) => root.querySelector(selector);
const make = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
};

/** WebKit runs scripts before the style sheets have arrived, and what they measure then is wrong. */
const whenStyled = (act, root = document) => {
  const event = (target, type) => new Promise((done) => target.addEventListener(type, done, { once: true }));
  const settled = (link) => Promise.race([event(link, 'load'), event(link, 'error')]);
  const awaited = all('link[rel="stylesheet"]', root).filter(({ sheet }) => !sheet);
  if (awaited.length === 0) act();
  // A sheet may have failed before.
  else Promise.race([Promise.all(awaited.map(settled)), event(window, 'load')]).then(act);
};
