/** Schedules of pretalx, frab and other programs that write the formats of voc/schedule. */
import { UserError } from '../diagnostics/errors.ts';
import { looksLikeSchedule, readScheduleForm } from './schedule-form.ts';
import { startOf, type Reader } from './source.ts';
import { readTalks, TALK_KINDS } from './talks.ts';

export const schedule: Reader = {
  name: 'schedule',
  title: 'pretalx and frab',
  recognises: 'schedule.json and schedule.xml of pretalx, frab and other programs, such as the schedule of FOSDEM',
  key: 'talks by submission code, else by guid or id, with a number if they take place several times; people by code, guid or id; rooms by guid; whatever has none of these, tracks and types by name',
  maps: 'talks and breaks to sessions, people to hosts, rooms to interest points, tracks and types to categories; abstracts to descriptions; longer texts, links and attachments to blocks',
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
