import { isObject, type JsonObject } from '../../src/values/json.ts';

/** A response, with shortcuts to the parts that tests check most. */
export class Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;

  constructor(status: number, headers: Headers, text: string) {
    this.status = status;
    this.headers = headers;
    this.text = text;
  }

  get json(): JsonObject {
    const value: unknown = JSON.parse(this.text);
    if (!isObject(value)) throw new TypeError(`the answer is no object: ${this.text}`);
    return value;
  }

  get mediaType(): string {
    return (this.headers.get('content-type') ?? '').replace(/;.*/, '');
  }

  get id(): string {
    const { id, _id } = this.json;
    return String(id ?? _id);
  }

  get etag(): string {
    return this.headers.get('etag') ?? '';
  }

  /** The entries of a list. */
  get data(): readonly JsonObject[] {
    return this.json['data'] as unknown as readonly JsonObject[];
  }

  /** The fields named by a problem. */
  get wrongFields(): readonly string[] {
    const errors = (this.json['errors'] ?? []) as unknown as readonly { readonly pointer: string }[];
    return errors.map(({ pointer }) => pointer);
  }
}
