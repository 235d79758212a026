import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

/** How an editor checks a file: by the letter of draft 7. */
export function compileDraft7(schema: object): ValidateFunction {
  const ajv = new Ajv({ strict: true, strictRequired: false, strictTypes: false, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile(schema);
}
