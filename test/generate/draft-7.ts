import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

/** Checks a file like an editor: strictly by draft 7. */
export function compileDraft7(schema: object): ValidateFunction {
  const ajv = new Ajv({ strict: true, strictRequired: false, strictTypes: false, allErrors: true });
  addFormats.default(ajv);
  return ajv.compile(schema);
}
