/** File changes, kept from the moment watching starts until there is a follower. */
type Follow = (paths: ReadonlySet<string>) => Promise<void>;

export class Changes {
  readonly #onError: (error: unknown) => void;
  readonly #early = new Set<string>();
  #follow: Follow | undefined;

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError;
  }

  add(paths: ReadonlySet<string>): void {
    if (this.#follow) void this.#follow(paths).catch(this.#onError);
    else for (const path of paths) this.#early.add(path);
  }

  followWith(follow: Follow): void {
    this.#follow = follow;
    if (this.#early.size > 0) this.add(this.#early);
  }
}
