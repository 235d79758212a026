/**
 * Complete listings. A list that is silently short would look like deletions, so a listing is complete only when it is
 * certain: it has as many entries as its total or, without a total, ends with an empty page. Services page in different
 * ways: reading continues after the entries that actually arrived, not after the requested range, and stops when
 * nothing new arrives.
 */
import { RemoteError } from '../diagnostics/errors.ts';
import type { JsonObject } from '../values/json.ts';
import type { Intake } from './intake.ts';
import { stopsRun } from './stops-run.ts';

export interface Page {
  readonly entries: readonly JsonObject[];
  readonly total: number | undefined;
  /** The length of the answer, in characters. */
  readonly size?: number;
}

export interface Range {
  readonly offset: number;
  readonly limit: number;
}

export interface ListingOptions {
  /** Without a range, requests the whole list. */
  readonly fetch: (range: Range | undefined) => Promise<Page>;
  readonly idOf: (entry: JsonObject) => string | undefined;
  readonly pageSize: number;
  /** True if the list is known to have pages. */
  readonly paged: boolean;
  /** The number of pages to request at once. */
  readonly parallel: number;
  /** Shared by all lists that are read together. */
  readonly intake: Intake;
}

export interface Listing {
  readonly entries: ReadonlyMap<string, JsonObject>;
  /** The reason why entries may be missing; undefined if the list is complete. */
  readonly incomplete: string | undefined;
}

const TRIES = 3;

/** More than the memory for one reading has room for, see intake.ts. An endless list would never finish. */
const MOST_ENTRIES = 500_000;
const MOST_PAGES = 10_000;

export async function listAll(options: ListingOptions): Promise<Listing> {
  for (let tries = 1; ; tries++) {
    const gathering = new Gathering(options);
    const incomplete = await gathering.gather();
    // A colleague who is adding an object shifts the pages; it settles soon.
    if (incomplete === undefined || !gathering.moved || tries === TRIES) {
      return { entries: gathering.entries, incomplete };
    }
    gathering.drop();
  }
}

/** A list shorter than this, requested without paging, is not a page of a longer one. */
const SMALLEST_PAGE = 10;

class Gathering {
  readonly entries = new Map<string, JsonObject>();
  readonly #options: ListingOptions;
  readonly #totals = new Set<number>();
  /** True if the list started again from the beginning instead of continuing. */
  #repeats = false;
  #nameless = false;
  #pages = 0;
  #size = 0;

  constructor(options: ListingOptions) {
    this.#options = options;
  }

  /** True if the list changed between two pages. */
  get moved(): boolean {
    return this.#totals.size > 1;
  }

  /** Discards the entries: the list is read again. */
  drop(): void {
    this.#options.intake.giveBack(this.#size);
  }

  /** Returns the reason why the list is incomplete, if it is. */
  async gather(): Promise<string | undefined> {
    const { paged, pageSize } = this.#options;
    try {
      const first = await this.#take(paged ? { offset: 0, limit: pageSize } : undefined);
      const size = first.entries.length;
      if (first.total !== undefined && first.total > MOST_ENTRIES) return endless(first.total);
      if (first.total !== undefined) await this.#takeRanges(size, first.total);
      else if (paged) await this.#takeUntilEmpty(size);
      else if (size >= SMALLEST_PAGE && (await this.#isOnlyAPage(size))) await this.#takeUntilEmpty(this.entries.size);
      return this.#shortcoming(first.total);
    } catch (error) {
      if (!(error instanceof RemoteError) || stopsRun(error)) throw error;
      const reason = error.suggestion === undefined ? error.message : `${error.message}; ${error.suggestion}`;
      return this.entries.size === 0 ? reason : `after ${this.entries.size} entries: ${reason}`;
    }
  }

  /** Reads the rest, once the total and the real page size are known: several pages at once. */
  async #takeRanges(size: number, total: number): Promise<void> {
    if (size === 0) return;
    let next = size;
    const takeSome = async (): Promise<void> => {
      while (next < total && !this.#repeats) {
        const [start, end] = [next, Math.min(next + size, total)];
        next = end;
        await this.#takeRange(start, end);
      }
    };
    const stopOthers = (error: unknown): never => {
      next = total;
      throw error;
    };
    await Promise.all(Array.from({ length: this.#options.parallel }, () => takeSome().catch(stopOthers)));
  }

  async #takeRange(start: number, end: number): Promise<void> {
    for (let offset = start; offset < end && !this.#repeats;) {
      const { entries } = await this.#take({ offset, limit: this.#options.pageSize });
      if (entries.length === 0) return;
      offset += entries.length;
    }
  }

  async #takeUntilEmpty(start: number): Promise<void> {
    for (let offset = start; !this.#repeats;) {
      const before = this.entries.size;
      const { entries } = await this.#take({ offset, limit: this.#options.pageSize });
      if (entries.length === 0) return;
      if (this.entries.size === before) this.#repeats = true;
      offset += entries.length;
    }
  }

  /**
   * Requests what would follow a list that shows no sign of paging. A list without paging repeats itself or refuses.
   */
  async #isOnlyAPage(size: number): Promise<boolean> {
    try {
      const { entries } = await this.#take({ offset: size, limit: this.#options.pageSize });
      const isMore = entries.length > 0 && !this.#repeats;
      this.#repeats = false;
      return isMore;
    } catch (error) {
      if (error instanceof RemoteError && error.type === 'refused') return false;
      throw error;
    }
  }

  async #take(range: Range | undefined): Promise<Page> {
    const { fetch, intake } = this.#options;
    intake.assertRoom();
    const page = await fetch(range);
    const { size = 0 } = page;
    intake.take(size, page.entries.length);
    this.#size += size;
    this.#pages += 1;
    if (this.#pages > MOST_PAGES || this.entries.size > MOST_ENTRIES)
      throw new RemoteError('the list does not end', { type: 'malformed' });
    if (page.total !== undefined) this.#totals.add(page.total);
    const [first] = this.entries.keys();
    for (const entry of page.entries) {
      const id = this.#options.idOf(entry);
      if (id === undefined) this.#nameless = true;
      else this.entries.set(id, entry);
      if (id !== undefined && id === first) this.#repeats = true;
    }
    return page;
  }

  #shortcoming(total: number | undefined): string | undefined {
    const count = this.entries.size;
    if (this.#nameless) return 'the list has entries without an id';
    if (this.moved) return 'the list changed while it was read';
    if (total !== undefined)
      return count === total ? undefined : `the list has ${count} entries but reports a total of ${total}`;
    return this.#repeats ? `the list repeats itself after ${count} entries and does not report a total` : undefined;
  }
}

const endless = (total: number): string =>
  `the list reports a total of ${total} entries; gitcast reads at most ${MOST_ENTRIES}`;
