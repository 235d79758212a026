/** The requests that a page of the editor may make. Each is checked once, here; what it asks for is data, never code or a path. */
import { UserError } from '../diagnostics/errors.ts';
import { describeMismatch, mismatchOf, read, type Shape } from '../values/shape.ts';

export interface EditCall {
  /** `tab`: what it changes can be undone in that tab of a browser. */
  readonly answer: (asked: unknown, tab: string) => Promise<object>;
  /** Its request is an `UploadedFile` instead of JSON, with at most so many bytes. */
  readonly mostBytes?: number;
}

/** A file that a page sends, under the name that it has on somebody's computer. */
export interface UploadedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** By name: `POST /__gitcast/edit/NAME`. */
export type EditCalls = Readonly<Record<string, EditCall>>;

export const editCall = <T>(shape: Shape<T>, act: (asked: T, tab: string) => object | Promise<object>): EditCall => ({
  answer: async (asked, tab) => {
    const mismatch = mismatchOf(asked, shape);
    if (mismatch) throw new UserError(`this request cannot be understood: ${describeMismatch(mismatch)}`);
    return act(read(asked, shape), tab);
  },
});
