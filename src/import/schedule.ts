/** Schedules of pretalx, frab and other programs that write the formats of voc/schedule. */
import { UserError } from '../diagnostics/errors.ts';
import { looksLikeSchedule, readScheduleForm } from './schedule-form.ts';
import { startOf, type Reader } from './source.ts';
import { readTalks, TALK_KINDS } from './talks.ts';

export const schedule: Reader = {
  name: 'schedule',
  title: 'pretalx and frab',
  kinds: () => TALK_KINDS,
  isFor: ({ files, isFolder }) => !isFolder && files.some((file) => looksLikeSchedule(startOf(file))),
  read: async ({ name, files, isFolder }, options) => {
    const { into } = options;
    if (isFolder) throw new UserError(`${name} is a folder`, { suggestion: 'pass its schedule.json or schedule.xml' });
    if (into !== undefined && into !== 'session')
      throw new UserError(`the talks of a schedule become sessions, and cannot be imported as ${into}`);
    return readTalks(await readScheduleForm(files[0]!), options);
  },
};
