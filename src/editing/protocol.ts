/**
 * The words between the editor in a page and the project: the page sends operations on values, never files, and gets
 * forms that are made from declarations. Everything here is JSON.
 */
import type { JsonSchema } from '../kinds/schema.ts';
import type { Json, JsonObject, Path } from '../values/json.ts';

/** What forms are made from. It stays the same while the server runs. */
export interface Forms {
  /** The kinds with files, by name. */
  readonly kinds: Readonly<Record<string, FormKind>>;
  /** The shapes that schemas refer to, by name. */
  readonly shapes: Readonly<Record<string, JsonSchema>>;
  /** Small valid values of shapes, and of each type of block as `Block.TYPE`, to start from. */
  readonly examples: Readonly<Record<string, Json>>;
  /** The languages of the site, the main one first. */
  readonly locales: readonly string[];
  readonly timezone: string;
}

export interface FormKind {
  readonly title: string;
  readonly summary: string;
  readonly folder: string;
  /** `broadcast.yaml` is the one kind that is a single file. */
  readonly isSingle: boolean;
  /** Of its files. */
  readonly schema: JsonSchema;
  /** The field that is the body of a Markdown file. */
  readonly body?: string;
  /** Of the fields that can be translated. */
  readonly translated?: JsonSchema;
}

/** A document as its form shows it. */
export interface OpenDocument {
  readonly address: string;
  readonly kind: string;
  readonly title: string;
  readonly file: string;
  /** Its page on the site. */
  readonly href?: string;
  /** All layers together; the body is under the name of its field. */
  readonly values: JsonObject;
  /** The files that were merged, the lowest first, if there are several. A change goes to the layer that has the value. */
  readonly layers: readonly Layer[];
  /** By language; the text of a Markdown file is under the name of the body's field. */
  readonly translations: Readonly<Record<string, JsonObject>>;
  /** The language of `values`. */
  readonly locale: string;
  readonly problems: readonly FormProblem[];
  /** The titles of the documents that it points at, by address. */
  readonly titles: Readonly<Record<string, string>>;
  /** The value that was clicked. */
  readonly at?: Path;
}

export interface Layer {
  readonly file: string;
  /** `inherited`: shared with other broadcasts, and not changed here. `target`: for one target only. */
  readonly role: 'inherited' | 'own' | 'target';
  readonly values: JsonObject;
}

export interface FormProblem {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly suggestion?: string;
  /** Empty if it concerns the whole document. */
  readonly path: Path;
  /** The language, in a translation. */
  readonly locale?: string;
}

/** One step of an edit: what others changed since the form was shown is not overwritten. */
export type Operation = Shown &
  /** `isLocal`: a time without an offset, which is written in the notation of `was`. */
  (
    | { readonly do: 'set'; readonly path: Path; readonly value: Json; readonly was?: Json; readonly isLocal?: true }
    /** Removes a value, or an entry of a list. */
    | { readonly do: 'remove'; readonly path: Path; readonly was?: Json }
    /** A new entry of a list, before the one at this position. */
    | { readonly do: 'insert'; readonly path: Path; readonly value: Json }
    /** An entry of a list takes another position; `to` counts without the entry itself. */
    | { readonly do: 'move'; readonly path: Path; readonly to: number; readonly was?: Json }
  );

/** What the form showed: `was` is the value, absent if there was none, `within` the outermost list that has it. */
interface Shown {
  readonly within?: Json;
}

export interface Change {
  readonly address: string;
  /** A translation instead of the document's own texts. */
  readonly locale?: string;
  readonly operations: readonly Operation[];
}

export type Changed =
  /** `document`: after the change. */
  | { readonly type: 'saved'; readonly document: OpenDocument }
  /** Nothing was written. */
  | { readonly type: 'invalid'; readonly problems: readonly FormProblem[] }
  /** The file has another value by now: nothing was written. `theirs` is absent if the value is gone. */
  | { readonly type: 'conflict'; readonly path: Path; readonly theirs?: Json; readonly document: OpenDocument }
  /** `reason` is a sentence. */
  | Refused;

export interface Refused {
  readonly type: 'refused';
  readonly reason: string;
}

/** What was undone or done again, in words, and the document that it concerns. */
export type Undone = Turned | Refused;

export interface Turned {
  readonly type: 'undone';
  readonly said: string;
  readonly address?: string;
  /** The document is not there any more. */
  readonly isGone?: boolean;
  /** The document as it is now, and as it was before. */
  readonly document?: OpenDocument;
  readonly before?: OpenDocument;
  readonly next: UndoState;
}

/** What can be undone and done again next, in words. */
export interface UndoState {
  readonly undo?: string;
  readonly redo?: string;
}

/** A file that differs from the last commit. */
export interface ContentChange {
  /** As people see it. */
  readonly file: string;
  /** Of its document. */
  readonly address?: string;
  readonly title: string;
  readonly state: 'new' | 'changed' | 'deleted' | 'renamed';
  /** Sentences without a subject, such as `starts 20:30 instead of 20:00`. */
  readonly words: readonly string[];
  /** The changed lines, as git shows them. */
  readonly diff: string;
  /** Of the file as it is shown: what changes later is neither committed nor discarded. */
  readonly digest: string;
}
