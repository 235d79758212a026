/** Questions that only a person may answer during a call. */
export type Question =
  /** The key was only sent to other hosts so far, or the shared state was made with another host. */
  | {
      readonly type: 'send-key';
      readonly target: string;
      readonly variables: readonly string[];
      readonly host: string;
      readonly why: string;
    }
  /** `dev` is about to push every save to a target that others use. */
  | { readonly type: 'push-saves'; readonly target: string; readonly baseUrl: string }
  /** A file that was removed while `dev` runs would delete its object on a target that others use. */
  | { readonly type: 'delete-objects'; readonly target: string; readonly addresses: readonly string[] };
