/** Navigators, as part of a broadcast's app bar. */
import { expect, it } from 'vitest';
import { NOBODY } from './bodies.ts';
import { Fields } from './fields.ts';
import { NATIVE_SCREENS } from './interface-values.ts';
import { useService } from './service.ts';
import { words } from '../words.ts';

const service = useService();
const fields = new Fields((body) => service.b.patch('', body));
const NAVIGATOR = '/appBar/rightNavigator';

fields.table(`
a navigator accepts a URI as its url
  /appBar/rightNavigator/url takes "https://harbour.example/tickets", "mailto:crew@harbour.example", "geo:48.39,-4.48"
  /appBar/rightNavigator/url refuses "tickets", "not a link", 7
  /appBar/rightNavigator/url refuses "https://harbour.example/ü", "https://häfen.example", "mailto:jürgen@a.example"
  /appBar/rightNavigator/url refuses "https://a.example/%zz", "https://a.example/?a[]=1", "https://a.example/#a#b"
  /appBar/rightNavigator/url takes "https://a.example/%C3%BC?a%5B%5D=1#b", "https://[2001:db8::1]:8443/"
a navigator opens only the sixteen native screens
  /appBar/rightNavigator/nativeContent takes "${NATIVE_SCREENS.join('", "')}"
  /appBar/rightNavigator/nativeContent refuses "settings", "Home", "", 7
a navigator accepts a query as an object
  /appBar/rightNavigator/query takes {}, {"limit":3,"sort":{"title":"asc"}}
  /appBar/rightNavigator/query refuses "limit=3", ["limit"], 3
the filters of a query are a list of anything
  /appBar/rightNavigator/query/filters takes [], [{"category":"concert"},"text",7,null,["list"]]
  /appBar/rightNavigator/query/filters refuses "category", {"category":"concert"}
the logical operator of a query is $and, $or or $nor
  /appBar/rightNavigator/query/filtersLogical takes "$and", "$or", "$nor"
  /appBar/rightNavigator/query/filtersLogical refuses "$not", "and", 7
the limit of a query is an integer from 0 to 9007199254740991, or -1
  /appBar/rightNavigator/query/limit takes 0, 12, 9007199254740991, -1
  /appBar/rightNavigator/query/limit refuses -2, 1.5, 9007199254740992, "12"
the skip of a query is an integer from 0 to 9007199254740991
  /appBar/rightNavigator/query/skip takes 0, 12, 9007199254740991
  /appBar/rightNavigator/query/skip refuses -1, 1.5, 9007199254740992, "12"
the sort of a query is an object whose values are asc or desc
  /appBar/rightNavigator/query/sort takes {}, {"title":"asc","_createdAt":"desc"}
  /appBar/rightNavigator/query/sort refuses "title", ["title"] | /appBar/rightNavigator/query/sort/title refuses "up", 1
`);

it('a navigator points at articles, pages, sessions, hosts, interest points and maps by ids of 24 characters', async () => {
  for (const name of words(`
    broadcastArticleId broadcastPageId broadcastSessionId broadcastHostId broadcastInterestPointId
    broadcastMapId
  `)) {
    await fields.takes(`${NAVIGATOR}/${name}`, NOBODY);
    await fields.refuses(`${NAVIGATOR}/${name}`, NOBODY.slice(1), `${NOBODY}0`, 'pages/practical', 7);
  }
});

it('every field of a navigator may be null', async () => {
  const everything = {
    url: null,
    broadcastArticleId: null,
    broadcastPageId: null,
    broadcastSessionId: null,
    broadcastHostId: null,
    broadcastInterestPointId: null,
    broadcastMapId: null,
    nativeContent: null,
    query: null,
  };
  expect((await service.b.patch('', { appBar: { leftNavigator: everything } })).status).toBe(200);
});

it('every field of a query may be null', async () => {
  const query = { filters: null, filtersLogical: null, limit: null, skip: null, sort: null };
  expect((await service.b.patch('', { appBar: { leftNavigator: { query } } })).status).toBe(200);
});
