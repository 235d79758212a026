/** Schemas that belong to no kind. */
export const DELETE_RESULT = {
  type: 'object',
  description: 'The answer of Surface B to a deletion',
  properties: {
    success: { type: 'boolean', description: 'True if it was deleted' },
    referenceType: { type: 'string', description: 'The type of the resource' },
    referenceId: { type: 'string', pattern: '^[0-9a-fA-F]{24}$', description: 'Its identifier' },
    operationType: { const: 'delete', description: 'What was done' },
  },
  required: ['success', 'referenceType', 'referenceId', 'operationType'],
};

export const PROBLEM = {
  type: 'object',
  description: 'An error in the format of RFC 9457. The interface defines only the status.',
  'x-assumed': true,
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'Identifies the type of problem' },
    title: { type: 'string', description: 'A short summary of the type of problem' },
    status: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status' },
    detail: { type: 'string', description: 'What went wrong this time' },
    code: { type: 'string', description: 'The type of problem as a code for programs' },
    errors: {
      type: 'array',
      maxItems: 100,
      description: 'The individual errors in a body, at most one hundred',
      items: {
        type: 'object',
        properties: {
          pointer: { type: 'string', format: 'json-pointer', description: 'The value in the body' },
          detail: { type: 'string', description: 'What is wrong with it' },
        },
        required: ['pointer', 'detail'],
      },
    },
    request_id: { type: 'string', description: 'Identifies the request in the logs of the service' },
  },
  required: ['type', 'title', 'status', 'code'],
};
