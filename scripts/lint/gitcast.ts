/** The rules of this project, which .oxlintrc.json switches on. */
import { outsidePrograms } from './outside-programs.ts';
import { supportedBrowsers } from './supported-browsers.ts';

// oxlint loads the default export of a plugin.
// oxlint-disable-next-line import/no-default-export
export default {
  meta: { name: 'gitcast' },
  rules: { 'outside-programs': outsidePrograms, 'supported-browsers': supportedBrowsers },
};
