/** The lines of a complaint of git that say what is wrong. A URL of a remote may carry a password, and git repeats it. */
export function reasonIn(complaint: string): string {
  const lines = complaint.split('\n').map((line) => line.trim());
  const telling = lines.filter((line) => /^(fatal|error|remote|ssh|!):?\s/i.test(line) && !/^remote:\s*$/.test(line));
  const said = (telling.length > 0 ? telling : lines.filter((line) => line !== '')).slice(0, 4);
  const bare = said.map((line) => line.replace(/^(?:fatal|error): /, ''));
  return withoutPasswords(bare.join('; ')) || 'it does not say why';
}

const withoutPasswords = (text: string): string => text.replaceAll(/(:\/\/)[^/\s]+@/g, '$1…@');
