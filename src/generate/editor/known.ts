/** The names that exist in a repository, for completion. */
export interface KnownAddresses {
  /** The addresses of the documents, by kind. */
  readonly addresses: ReadonlyMap<string, readonly string[]>;
  /** Media files as values name them: `media/bridge.jpg`. */
  readonly media: readonly string[];
}

export const DEFINITIONS = '#/definitions/';

/** The existing names as definitions: each list is defined once, however many fields offer it. */
export const knownDefinitions = ({ addresses, media }: KnownAddresses): Record<string, object> => ({
  ...Object.fromEntries([...addresses].map(([kind, names]) => [`address-of-${kind}`, { enum: names }])),
  'media-file': { enum: media },
});

export const addressReference = (kind: string) => ({ $ref: `${DEFINITIONS}address-of-${kind}` });
export const MEDIA_FILE_REFERENCE = { $ref: `${DEFINITIONS}media-file` };
export const shapeReference = (shape: string) => ({ $ref: DEFINITIONS + shape });
