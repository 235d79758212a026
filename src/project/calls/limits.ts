/** The ranges and choices of options. The command line parses its flags with the same values. */
export interface Range {
  readonly least: number;
  readonly most?: number;
}

export const CONCURRENCY = { least: 1, most: 64 } as const satisfies Range;
export const PORT = { least: 0, most: 65_535 } as const satisfies Range;
export const RATE_LIMIT = { least: 0 } as const satisfies Range;
export const DELETES = { least: 0 } as const satisfies Range;
/** Milliseconds. */
export const LOCK_TIMEOUT = { least: 0 } as const satisfies Range;
/** Milliseconds. */
export const DRAIN = { least: 0 } as const satisfies Range;
export const RUNS = { least: 1 } as const satisfies Range;
/** As many jobs as a matrix on GitHub may have. */
export const PARTS = { least: 1, most: 256 } as const satisfies Range;
export const PULL_REQUEST = { least: 1 } as const satisfies Range;

export const CI_HOSTS = ['github', 'gitlab', 'script', 'none'] as const;
/** Where CI publishes the website: the pages of its host, `publish` in the configuration, or an upload tool. */
export const CI_PUBLISH = ['pages', 'gitcast', 'netlify', 'cloudflare'] as const;
export const SCHEMES = ['service', 'standard'] as const;
export const SERVICE_PLANS = ['pro', 'free'] as const;
