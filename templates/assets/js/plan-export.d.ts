export declare function calendarOf(text: string, uids: ReadonlySet<string>, name: string): string;
