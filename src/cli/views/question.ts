import type { Question } from '../../project/index.ts';

export function questionText(question: Question): string {
  const { target } = question;
  switch (question.type) {
    case 'send-key': {
      const { variables, host, why } = question;
      return `Send ${target}'s key (${variables.join(', ')}) to ${host}, although ${why}? [y/N] `;
    }
    case 'push-saves':
      return `Push every save to ${target} (${question.baseUrl})? [y/N] `;
    case 'delete-objects':
      return `Delete ${question.addresses.join(', ')} on ${target}? [y/N] `;
  }
}
