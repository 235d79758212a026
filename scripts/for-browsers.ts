import { minifySync } from 'rolldown/utils';

/** A module as browsers get it from the package: by itself, with its names, and without what is for readers. */
export function forBrowsers(code: string): string {
  const { code: short, errors } = minifySync('module.js', code, { module: true, compress: false, mangle: false });
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'));
  return short;
}
