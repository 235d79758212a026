/** The lines of a git error that give the reason. A remote's URL may contain a password, and git prints it. */
export function reasonIn(complaint: string): string {
  const lines = complaint.split('\n').map((line) => line.trim());
  const reasons = lines.filter((line) => /^(fatal|error|remote|ssh|!):?\s/i.test(line) && !/^remote:\s*$/.test(line));
  const said = (reasons.length > 0 ? reasons : lines.filter((line) => line !== '')).slice(0, 4);
  const bare = said.map((line) => line.replace(/^(?:fatal|error): /, ''));
  return withoutPasswords(bare.join('; ')) || 'git gives no reason';
}

const withoutPasswords = (text: string): string => text.replaceAll(/(:\/\/)[^/\s]+@/g, '$1…@');
