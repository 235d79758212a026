export function describeSources(root: URL): string;
export function noteSources(root: URL, sources: string): void;
