/**
 * Checks which values the service accepts and rejects for the fields of a body. A field is named by its JSON pointer.
 */
import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../src/values/json.ts';
import type { Answer } from './answer.ts';

export class Fields {
  readonly #send: (body: JsonObject) => Promise<Answer>;
  readonly #rest: JsonObject;

  /** `send` creates or updates with a body; `rest` is the rest of the body, besides the field in question. */
  constructor(send: (body: JsonObject) => Promise<Answer>, rest: JsonObject = {}) {
    this.#send = send;
    this.#rest = rest;
  }

  /** Each of the values is accepted and returned as sent. */
  async takes(pointer: string, ...values: readonly Json[]): Promise<void> {
    for (const value of values) {
      const answer = await this.#send(withValue(this.#rest, pointer, value));
      expect([200, 201], `${pointer} takes ${JSON.stringify(value)}: ${answer.text}`).toContain(answer.status);
      expect(valueAt(answer.json, pointer), `${pointer} answers what it took`).toEqual(value);
    }
  }

  /** Each of the values is rejected with 400, and the field is named. */
  async refuses(pointer: string, ...values: readonly Json[]): Promise<void> {
    for (const value of values) {
      const answer = await this.#send(withValue(this.#rest, pointer, value));
      expect(answer.status, `${pointer} refuses ${JSON.stringify(value)}`).toBe(400);
      expect(answer.wrongFields).toContain(pointer);
    }
  }

  /**
   * A test for each row: its title, then what a field takes and refuses, as JSON. A row continues in lines that are indented.
   *
   *     a place requires a name, which is text | /name is required | /name takes "Main stage" | /name refuses 7, null
   */
  table(rows: string): void {
    const all = rows.trim().split(/\n(?! )/);
    const tests = all.map((row) => row.split(/ \| |\n +/)).map(([title, ...steps]) => [title!, steps] as const);
    it.each(tests)('%s', async (_, steps) => {
      for (const step of steps) await expect(this.#follow(step)).resolves.toBeUndefined();
    });
  }

  async #follow(step: string): Promise<void> {
    const [, pointer, does, json] = /^(\S+) (takes|refuses|is required|may be null) ?(.*)$/.exec(step)!;
    const values = JSON.parse(`[${json}]`) as readonly Json[];
    if (does === 'takes') return this.takes(pointer!, ...values);
    if (does === 'refuses') return this.refuses(pointer!, ...values);
    const field = pointer!.slice(1);
    return does === 'is required' ? this.needs(field) : this.clears(field);
  }

  /** Without the field, the body is rejected with 400, and the field is named. */
  async needs(field: string): Promise<void> {
    const { [field]: _, ...others } = this.#rest;
    const answer = await this.#send(others);
    expect(answer.status, `${field} is needed`).toBe(400);
    expect(answer.wrongFields).toContain(`/${field}`);
  }

  /** `null` is accepted, and removes the field. */
  async clears(field: string): Promise<void> {
    const answer = await this.#send({ ...this.#rest, [field]: null });
    expect([200, 201], `${field} takes null: ${answer.text}`).toContain(answer.status);
    expect(answer.json[field] ?? null).toBeNull();
  }
}

const stepsOf = (pointer: string): readonly string[] => pointer.split('/').slice(1);

/** A copy with this value at the pointer. Missing parents are created: a list for a number, an object otherwise. */
function withValue(root: JsonObject, pointer: string, value: Json): JsonObject {
  const copy = structuredClone(root) as Record<string, Json>;
  const steps = stepsOf(pointer);
  let holder = copy;
  steps.slice(0, -1).forEach((step, index) => {
    holder = (holder[step] ??= /^\d+$/.test(steps[index + 1]!) ? [] : {}) as Record<string, Json>;
  });
  holder[steps.at(-1)!] = value;
  return copy;
}

function valueAt(root: Json, pointer: string): Json | undefined {
  return stepsOf(pointer).reduce<Json | undefined>((value, step) => (value as JsonObject | undefined)?.[step], root);
}
