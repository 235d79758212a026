import type { Operation, Surface } from './operation.ts';
import type { Schema, Static } from './schema.ts';
import type { KindPage, Visibility } from './shown.ts';

export type { Surface } from './operation.ts';

/** Where a field must be given: in the body that creates, in the record that is read, in the file. */
export type Place = 'create' | 'record' | 'file';
export const EVERYWHERE: readonly Place[] = ['create', 'record', 'file'];

export interface Field<T = unknown> {
  readonly schema: Schema<T>;
  readonly about: string;
  readonly required?: readonly Place[];
  /** `answered`: the service gives it. `withheld`: it exists, and gitcast never reads or writes it. */
  readonly access?: 'answered' | 'withheld';
  /** The interface lists it in what is read: it is there with or without a value, then as `null`. */
  readonly listed?: true;
  /** The entries that the embedded service accepts in this list, by profile, where the interface names only some. */
  readonly accepted?: { readonly documented: readonly string[]; readonly extended: readonly string[] };
  /** The interface does not show this field: its name, or that it exists at all, is our reading. */
  readonly assumed?: true;
}

export interface Fields {
  readonly [name: string]: Field;
}

/**
 * A kind of resource, declared once. File validation, editor schemas, the client, the routes of the service, the OpenAPI
 * document, the reference tables and the site all read this declaration, so a new kind is one such value, one line of the
 * registry and its test.
 */
export interface Kind<F extends Fields = Fields> {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly surface: Surface;
  /** Where its files live under content/. Absent: people's data or history, which git never has. */
  readonly folder?: string;
  /** `broadcast.yaml` is the one kind that is a single file instead of a folder. */
  readonly single?: true;
  readonly fields: F;
  /** Whether the service refuses top-level fields it does not know. */
  readonly closed: boolean;
  /** The field that the body of a Markdown file is. */
  readonly body?: string;
  /** What `$locales` may translate, for kinds that have no `localeDetails` of their own. */
  readonly translated?: readonly string[];
  /** The page that each document has on the site. Absent: it has none. */
  readonly page?: KindPage;
  readonly visibility?: Visibility;
  /** Its documents describe the file beside them, and show it nowhere. */
  readonly describesFile?: true;
  /** Local keys, starting with `$`, beyond those that every kind has. */
  readonly local?: { readonly [key: `$${string}`]: Schema };
  /** Sets of fields that recognise a remote twin, tried in turn; each set narrows down what the one before left. */
  readonly naturalKey: readonly (readonly string[])[];
  /** Fields of which two different objects hardly ever have the same: one that shares them may be the same thing. */
  readonly slot?: readonly string[];
  readonly operations: readonly Operation[];
  /** A small, valid file: shown by `explain` and the documentation. */
  readonly example?: { readonly [key: string]: unknown };
}

/** A kind as it is written down, in which only fields can be named that it has. */
interface Declaration<F extends Fields, N extends string = keyof F & string> extends Kind<F> {
  readonly body?: N;
  readonly translated?: readonly N[];
  readonly page?: KindPage<N>;
  readonly visibility?: Visibility<N>;
  readonly naturalKey: readonly (readonly N[])[];
  readonly slot?: readonly N[];
}

export const defineKind = <const F extends Fields>(kind: Declaration<F>): Kind<F> => kind;

type Writable<F extends Fields> = { [K in keyof F]: F[K] extends { access: string } ? never : K }[keyof F];
type RequiredInFile<F extends Fields> = {
  [K in keyof F]: F[K] extends { required: readonly (infer P)[] } ? ('file' extends P ? K : never) : never;
}[keyof F];

type Simplify<T> = { [K in keyof T]: T[K] };

/** The fields of a kind's document, once it is valid. */
export type FieldsOf<K> =
  K extends Kind<infer F>
    ? Simplify<
        { readonly [N in Extract<Writable<F>, RequiredInFile<F>>]: Static<F[N]['schema']> } & {
          readonly [N in Exclude<Writable<F>, RequiredInFile<F>>]?: Static<F[N]['schema']> | null | undefined;
        }
      >
    : never;
