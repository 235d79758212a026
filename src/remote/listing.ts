/**
 * Complete listings. A list that is silently short would look like deletions, so a listing is complete only when it is
 * certain: it has as many entries as its total or, without a total, ends with an empty page. Services page in different
 * ways: reading continues after the entries that actually arrived, not after the requested range, and stops when
 * nothing new arrives.
 */
import { RemoteError } from '../diagnostics/errors.ts';
import { inTurn } from '../values/in-turn.ts';
import type { JsonObject } from '../values/json.ts';
import { stopsRun } from './refusal.ts';

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

/** More than the memory for one reading has room for. An endless list would never finish. */
const MOST_ENTRIES = 500_000;
const MOST_PAGES = 10_000;

export async function listAll(options: ListingOptions): Promise<Listing> {
  for (let tries = 1; ; tries++) {
    const gathering = new Gathering(options);
    const incomplete = await gathering.gather();
    // A colleague who is adding an object shifts the pages, for a moment.
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
    const starts = Array.from({ length: Math.ceil(total / size) - 1 }, (_, page) => (page + 1) * size);
    await inTurn(starts, this.#options.parallel, (start) => this.#takeRange(start, Math.min(start + size, total)));
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

const MEBI = 1024 * 1024;
/** In characters; more than any broadcast has. */
const MOST = 256 * MEBI;
/** A service accepts bodies of up to 1 MiB, so no object is much larger than that. */
const MOST_PER_OBJECT = 8 * MEBI;

/**
 * Limits how much one reading of a target keeps in memory. Each answer is limited on its own, but a hostile service can
 * have any number of lists, pages and objects, so everything that is read together is counted together.
 */
export class Intake {
  #taken = 0;

  /** Also called before a request, so that data that would not be kept is not requested. */
  assertRoom(): void {
    if (this.#taken > MOST) throw tooLarge('the target sent more than 256 MiB in this run, so gitcast stopped reading');
  }

  /** Counts an answer before any of its objects are kept. */
  take(size: number, objects: number): void {
    if (size > MOST_PER_OBJECT * Math.max(objects, 1)) throw tooLarge('the target sent an object larger than 8 MiB');
    this.#taken += size;
    this.assertRoom();
  }

  /** For answers that are not kept in the end. */
  giveBack(size: number): void {
    this.#taken -= size;
  }
}

const tooLarge = (message: string): RemoteError => new RemoteError(message, { type: 'malformed' });
