/** The name of a kind within a sentence. `Media` is a plural, so it is counted in files. */
const noun = (title: string): string => (title === 'Media' ? 'media file' : title.toLowerCase());

/** `an event`, `a place`. */
export const one = (title: string): string => `${/^[aeiou]/i.test(title) ? 'an' : 'a'} ${noun(title)}`;

/** `events`, `categories`. */
export const many = (title: string): string => `${noun(title)}s`.replace(/ys$/, 'ies');
