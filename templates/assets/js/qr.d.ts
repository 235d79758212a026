export function qrMatrix(text: string): boolean[][];
