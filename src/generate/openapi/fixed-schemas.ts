/** Schemas that belong to no kind. */
export const DELETE_RESULT = {
  type: 'object',
  description: 'What Surface B answers when something was deleted',
  properties: {
    success: { type: 'boolean', description: 'Whether it was deleted' },
    referenceType: { type: 'string', description: 'What sort of resource it was' },
    referenceId: { type: 'string', pattern: '^[0-9a-fA-F]{24}$', description: 'Its identifier' },
    operationType: { const: 'delete', description: 'What was done' },
  },
  required: ['success', 'referenceType', 'referenceId', 'operationType'],
};

export const PROBLEM = {
  type: 'object',
  description: 'What went wrong, as RFC 9457 has it. The interface gives the status only.',
  'x-assumed': true,
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'Names the sort of problem' },
    title: { type: 'string', description: 'The sort of problem in words' },
    status: { type: 'integer', minimum: 400, maximum: 599, description: 'The HTTP status' },
    detail: { type: 'string', description: 'What went wrong this time' },
    code: { type: 'string', description: 'The sort of problem as a word for programs' },
    errors: {
      type: 'array',
      maxItems: 100,
      description: 'The single faults of a body, the first hundred of them',
      items: {
        type: 'object',
        properties: {
          pointer: { type: 'string', format: 'json-pointer', description: 'Which value of the body' },
          detail: { type: 'string', description: 'What is wrong with it' },
        },
        required: ['pointer', 'detail'],
      },
    },
    request_id: { type: 'string', description: 'Names the request in the logs of the service' },
  },
  required: ['type', 'title', 'status', 'code'],
};
