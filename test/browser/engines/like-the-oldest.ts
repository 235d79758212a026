import { LACKED } from '../../../scripts/lint/oldest-browsers.ts';

/** A script that takes away from a new browser what one of the oldest lacks, and refuses the selectors that it does not know. */
export const LIKE_THE_OLDEST = `{
  const { objects, members, pseudoClasses } = ${JSON.stringify(LACKED)};
  const valueOf = (path) => path.split('.').reduce((object, name) => object?.[name], globalThis);
  for (const [owner, name] of members) delete valueOf(owner)?.[name];
  for (const name of objects) delete globalThis[name];
  const lacked = new RegExp(':(?:' + pseudoClasses.join('|') + ')(?![\\w-])');
  for (const { prototype } of [Document, DocumentFragment, Element])
    for (const name of ['querySelector', 'querySelectorAll', 'closest', 'matches']) {
      const find = prototype[name];
      if (find)
        prototype[name] = function (selector) {
          if (lacked.test(selector)) throw new SyntaxError(selector);
          return find.call(this, selector);
        };
    }
}`;
