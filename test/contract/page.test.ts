import { NOBODY, page } from './bodies.ts';
import { Fields } from './fields.ts';
import { NATIVE_SCREENS } from './interface-values.ts';
import { useService } from './service.ts';

const service = useService();
const fields = new Fields((body) => service.b.post('/broadcastPages', body), page());

fields.table(`
a page has a status | /status takes "draft", "published" | /status refuses 7
a page has blocks
  /blocks takes [], [{"type":"paragraph","values":[{"text":"Everything for a good weekend."}]}]
  /blocks refuses "text", {"type":"paragraph"}
a page has categoryIds, each an id of 24 characters
  /categoryIds takes [], ["${NOBODY}","${NOBODY}"] | /categoryIds refuses "${NOBODY}"
  /categoryIds/0 refuses "concert", "4b7c0ffee64b7c0ffee0001", 7
a page has media
  /media takes "https://harbour.example/media/quay.jpg", {"url":"https://harbour.example/media/quay.jpg"}
a page has a title, which is text | /title takes "Practical information" | /title refuses 7
a page has a url, which is text | /url takes "https://harbour.example/tickets" | /url refuses 7
a page has localeDetails, which are an object
  /localeDetails takes {}, {"en":{"title":"Practical information"}} | /localeDetails refuses "en", ["en"]
a page has isPrivate, which is true or false | /isPrivate takes true, false | /isPrivate refuses "yes"
a page has a defaultLocale | /defaultLocale takes "fr", "en", "es"
the nativeContent of a page is one of the sixteen native screens
  /nativeContent takes "${NATIVE_SCREENS.join('", "')}" | /nativeContent refuses "settings", 7
`);
