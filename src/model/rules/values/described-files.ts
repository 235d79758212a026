import { diagnose, wholeFile } from '../../../diagnostics/diagnostic.ts';
import { nearest } from '../../../diagnostics/nearest.ts';
import type { Library } from '../../library.ts';
import { NO_PROBLEM, type ValueRule } from '../rule.ts';

/** Asked one by one first: who asks for all names is checked again with every new file. */
const USUAL = ['jpg', 'png', 'svg', 'webp', 'jpeg', 'mp4'];

/** A document in media/ describes the file with the same name. */
export const describedFiles: ValueRule = {
  codes: ['media-alone'],
  check({ path, kind, root, document: { address, source }, library }) {
    if (path.length > 0 || !kind.describesFile || typeof root['mediaUrl'] === 'string' || root['external'] === true)
      return NO_PROBLEM;
    if (hasFile(address, library)) return NO_PROBLEM;
    const undescribed = library
      .mediaNames()
      .map(withoutExtension)
      .filter((name) => !library.factOf(name));
    const meant = nearest(address, undescribed);
    return diagnose('media-alone', wholeFile(source.file), `there is no media file with the name ${address}`, {
      suggestion:
        meant === undefined
          ? 'add the file that it describes, or set `mediaUrl`'
          : `rename this document to ${meant}.yaml, or add the file`,
    });
  },
};

const hasFile = (address: string, library: Library): boolean =>
  USUAL.some((extension) => library.hasMedia(`${address}.${extension}`)) ||
  library.mediaNames().some((name) => withoutExtension(name) === address);

const withoutExtension = (name: string): string => name.replace(/\.[^./]+$/, '');
