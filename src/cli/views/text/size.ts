/** `1.2 MB`, or `34 kB` where that would be 0.0 MB. */
export const sizeText = (bytes: number): string =>
  bytes > 0 && bytes < 1e5 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
