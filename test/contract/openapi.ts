/** Checks answers against the OpenAPI document: route, status, media type and body. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { default as addFormats } from 'ajv-formats';
import { expect } from 'vitest';
import { openapi } from '../../src/generate/openapi/openapi.ts';
import type { Profile } from '../../src/service/options.ts';
import type { Answer } from './answer.ts';

interface Response {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, unknown>>;
}

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, Response>> }>>>
  >;
  readonly components: { readonly responses: Readonly<Record<string, Response>> };
}

interface Asked {
  readonly method: string;
  readonly path: string;
}

export function assertDocumented(profile: Profile, asked: Asked, answer: Answer): void {
  contractOf(profile).assert(asked, answer);
}

class Contract {
  readonly #document: Document;
  readonly #templates: readonly { readonly template: string; readonly pattern: RegExp }[];
  readonly #ajv: Ajv2020;

  constructor(profile: Profile) {
    this.#document = openapi({ profile, version: '1.0.0' }) as Document;
    this.#templates = Object.keys(this.#document.paths).map((template) => ({
      template,
      pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    }));
    this.#ajv = new Ajv2020({ strict: false, allErrors: true });
    addFormats.default(this.#ajv);
    this.#ajv.addSchema(this.#document, 'openapi');
  }

  assert({ method, path }: Asked, answer: Answer): void {
    const request = `${method} ${path}`;
    const template = this.#templates.find(({ pattern }) => pattern.test(path))?.template;
    const operation = template === undefined ? undefined : this.#document.paths[template]![method.toLowerCase()];
    expect(operation, `${request} is in the OpenAPI document`).toBeDefined();
    const response = operation!.responses[answer.status];
    expect(response, `${answer.status} of ${request} is in the OpenAPI document; it was ${answer.text}`).toBeDefined();
    const pointer =
      response!.$ref ?? `#/paths/${escaped(template!)}/${method.toLowerCase()}/responses/${answer.status}`;
    const { content } =
      response!.$ref === undefined ? response! : this.#document.components.responses[nameIn(response!.$ref)]!;
    if (content === undefined)
      return expect(answer.text, `${request} answers ${answer.status} without a body`).toBe('');
    expect(Object.keys(content), `media type of ${answer.status} of ${request}`).toContain(answer.mediaType);
    const validate = this.#validator(`openapi${pointer}/content/${escaped(answer.mediaType)}/schema`);
    expect(validate(answer.json) ? [] : validate.errors, `${answer.text} follows the schema of ${request}`).toEqual([]);
  }

  #validator(pointer: string): ValidateFunction {
    return this.#ajv.getSchema(pointer) ?? this.#ajv.compile({ $ref: pointer });
  }
}

const contracts = new Map<Profile, Contract>();

/** Created on first use: most files need only one of the two. */
function contractOf(profile: Profile): Contract {
  let contract = contracts.get(profile);
  if (!contract) contracts.set(profile, (contract = new Contract(profile)));
  return contract;
}

const escaped = (text: string): string => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
const nameIn = ($ref: string): string => $ref.slice($ref.lastIndexOf('/') + 1);
