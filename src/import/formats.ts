/** The names of the readers, for options: loading the readers takes longer. */
export const FORMATS = ['schedule', 'sessionize', 'ical', 'wordpress', 'geojson', 'csv', 'markdown', 'json'] as const;

export type Format = (typeof FORMATS)[number];
