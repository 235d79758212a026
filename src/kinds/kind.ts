import type { Operation, Surface } from './operation.ts';
import type { Schema, Static } from './schema.ts';
import type { KindPage, Visibility } from './shown.ts';

export type { Surface } from './operation.ts';

/** The places where a field can be required: the body of a create request, the record that is read, the file. */
export type Place = 'create' | 'record' | 'file';
export const EVERYWHERE: readonly Place[] = ['create', 'record', 'file'];

/** A field of a kind. */
export interface Field<T = unknown> {
  /** The schema of its value. */
  readonly schema: Schema<T>;
  /** Its description, for people. */
  readonly about: string;
  /** Where it must be present. */
  readonly required?: readonly Place[];
  /** `answered`: set by the service. `withheld`: it exists, but gitcast never reads or writes it. */
  readonly access?: 'answered' | 'withheld';
  /** The interface lists it in records, so it is present even without a value, as `null`. */
  readonly listed?: true;
  /** The entries that the embedded service accepts in this list, by profile, if the interface names only some. */
  readonly accepted?: { readonly documented: readonly string[]; readonly extended: readonly string[] };
  /** The interface does not show this field: its name, or its existence, is our interpretation. */
  readonly assumed?: true;
}

/** The fields of a kind, by name. */
export interface Fields {
  readonly [name: string]: Field;
}

/**
 * A kind of resource, declared once. File validation, editor schemas, the client, the service's routes, the OpenAPI
 * document, the reference tables and the site all read this declaration, so a new kind is one such value, one line in
 * the registry and its test.
 */
export interface Kind<F extends Fields = Fields> {
  /** Its name in commands and programs, such as `event`. */
  readonly name: string;
  /** Its name for people. */
  readonly title: string;
  /** Its description, for people. */
  readonly summary: string;
  /** The surface of the interface that it belongs to. */
  readonly surface: Surface;
  /** The folder of its files under content/. Absent for personal data and history, which are never kept in git. */
  readonly folder?: string;
  /** `broadcast.yaml` is the one kind that is a single file instead of a folder. */
  readonly single?: true;
  /** Its fields, by name. */
  readonly fields: F;
  /** True if the service rejects unknown top-level fields. */
  readonly closed: boolean;
  /** The field that holds the body of a Markdown file. */
  readonly body?: string;
  /** The fields that `$locales` may translate, for kinds without `localeDetails`. */
  readonly translated?: readonly string[];
  /** The page of each document on the site, if it has one. */
  readonly page?: KindPage;
  /** When visitors of the site see its documents. */
  readonly visibility?: Visibility;
  /** Its documents describe the file beside them, and do not show it anywhere. */
  readonly describesFile?: true;
  /** Local keys, starting with `$`, in addition to those that every kind has. */
  readonly local?: { readonly [key: `$${string}`]: Schema };
  /** Sets of fields that identify the remote object, tried in turn; each set narrows down the previous matches. */
  readonly naturalKey: readonly (readonly string[])[];
  /** Fields that two different objects rarely share: an object with the same values may be the same thing. */
  readonly slot?: readonly string[];
  /** The requests that the service offers for it. */
  readonly operations: readonly Operation[];
  /** A small, valid file: shown by `explain` and the documentation. */
  readonly example?: { readonly [key: string]: unknown };
}

/** A kind as it is declared: the compiler accepts only names of its own fields. */
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

/** The fields of a valid document of a kind. */
export type FieldsOf<K> =
  K extends Kind<infer F>
    ? Simplify<
        { readonly [N in Extract<Writable<F>, RequiredInFile<F>>]: Static<F[N]['schema']> } & {
          readonly [N in Exclude<Writable<F>, RequiredInFile<F>>]?: Static<F[N]['schema']> | null | undefined;
        }
      >
    : never;
