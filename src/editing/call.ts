/** The requests that a page of the editor may make. Each is checked once, here; what it asks for is data, never code or a path. */
import { UserError } from '../diagnostics/errors.ts';
import { describeMismatch, mismatchOf, read, type Shape } from '../values/shape.ts';

export interface EditCall {
  readonly answer: (asked: unknown) => Promise<object>;
  /** Its request is a file instead of JSON, with at most so many bytes. It is asked with `{ name, bytes }`. */
  readonly mostBytes?: number;
}

/** By name: `POST /__gitcast/edit/NAME`. */
export type EditCalls = Readonly<Record<string, EditCall>>;

export const editCall = <T>(shape: Shape<T>, act: (asked: T) => object | Promise<object>): EditCall => ({
  answer: async (asked) => {
    const mismatch = mismatchOf(asked, shape);
    if (mismatch) throw new UserError(`this request cannot be understood: ${describeMismatch(mismatch)}`);
    return act(read(asked, shape));
  },
});

/** A request that is a file; its name is in the query. */
export const uploadCall = (
  mostBytes: number,
  act: (name: string, bytes: Uint8Array) => object | Promise<object>,
): EditCall => ({
  mostBytes,
  answer: async (asked) => {
    const { name, bytes } = asked as { readonly name: string; readonly bytes: Uint8Array };
    return act(name, bytes);
  },
});
