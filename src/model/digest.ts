/** A short name for a text: equal texts have equal ones, and it gives nothing of the text away. */
export type Digest = (text: string) => string;
