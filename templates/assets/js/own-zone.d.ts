interface Words {
  date(at: string): string;
  time(at: string): string;
  days(firstAndLast: readonly string[]): string;
  timeAmong(at: string, dates: readonly string[]): string;
  zone(instants: readonly string[]): string;
  end(start: number, end: number): string;
}
export function wordsIn(language: string, timeZone: string): Words;
