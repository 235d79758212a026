import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/**
 * Each row and statement of the interface’s description, and our decision for each of its gaps, by section, with the titles of
 * the contract tests that check the embedded service against it. These tests also check every response against the OpenAPI
 * document.
 */
const COVERAGE = `
# What the service does
manages a project’s content; the kinds it has | Surface A serves events, places, articles and webhooks under /v1 to a bearer key ; the extended profile lists, creates, reads, updates and deletes every kind of Surface B ; revisions and workflow runs can only be read
table: Surface A | Surface A serves events, places, articles and webhooks under /v1 to a bearer key
table: Surface B | Surface B serves one broadcast under its user to a key in X-API-KEY
Pro plan needed | without the Pro plan every request is refused with 403 ; a broadcast that gets the Pro plan is served with its existing key
all bodies are JSON | every answer with a body is JSON, errors included
# Conventions on Surface A
id | every record of Surface A has a unique id, as text
created_at | every record of Surface A has the time of its creation in ISO 8601, and keeps it
updated_at | every record of Surface A has the time of its last change in ISO 8601
envelope of lists | a list of Surface A is an object with data, total, limit and offset
envelope of the webhook list | the list of webhooks has data and nothing else
# Event
title | an event requires a title, which is text
start_time | an event requires a start_time in ISO 8601
end_time | an event requires an end_time in ISO 8601
category identifier | an event accepts a category identifier as text
place_id | an event accepts only the id of an existing place as place_id
description | an event accepts a description as text
# Place
id | a place returns an id that the client cannot choose
name | a place requires a name, which is text
category | a place accepts a category as text of any kind
description | a place accepts a description as text
coordinates | a place accepts coordinates as an object
coordinates.x | the x of coordinates is an integer
coordinates.y | the y of coordinates is an integer
created_at | a place returns created_at, which the client cannot set
updated_at | a place returns updated_at, which the client cannot set
what a place represents | stages, exhibitor stands, facilities and points of interest are all places
# Article
title | an article requires a title, which is text
content | an article accepts its content as Markdown or HTML, unchanged
status | the status of an article is draft or published ; an article created without a status is a draft
published_at | an article accepts published_at in ISO 8601, earlier or later than now
cover_image_url | an article accepts the full URL of a cover image
fields in the list | the list of articles shows id, title, status, published_at, excerpt and created_at ; an article without a time of publication returns published_at as null: in lists, single reads and writes
# Webhook
id | a webhook returns an id that the client cannot choose
url | a webhook requires a complete HTTPS URL
events | a webhook requires a list of event types
secret | the secret of a webhook is returned only by its creation
active | a webhook returns whether it is active, in lists too
created_at | a webhook returns created_at, which the client cannot set
# Surface B: common fields
_id | every record of Surface B has an _id of 24 characters that the client cannot choose
_createdAt | every record of Surface B has _createdAt, which the client cannot set
_updatedAt | every record of Surface B has _updatedAt, which moves with each change
_reference | a record of Surface B accepts a _reference as text or null ; a record of Surface B without a _reference returns null: in lists, single reads and writes
metadata | the metadata of a record of Surface B is an object with any content
broadcastEvent | an analytics event has a type, which is text, and metadata
media | a media file has a _userId that the service assigns ; a media file has a mediaUrl ; a media file says whether it is external
broadcastDiffuser | a diffuser has a type ; the seo of a diffuser has title, metaDescription and indexing
broadcastInterestPoint | an interest point has the id of its map and a status
broadcastMap | a map has type, status and metadata
broadcastMember | a member has an email
revision | a revision says whether the terms were accepted
font | a font has a fontFamily, which is text ; the weights of a font are objects with a weight and a url
the kinds that are only named | the extended profile lists, creates, reads, updates and deletes every kind of Surface B
# Navigator
all fields nullable | every field of a navigator may be null
url | a navigator accepts a URI as its url
the six pointers | a navigator points at articles, pages, sessions, hosts, interest points and maps by ids of 24 characters
nativeContent | a navigator opens only the sixteen native screens
query | a navigator accepts a query as an object ; every field of a query may be null
query.filters | the filters of a query are a list of anything
query.filtersLogical | the logical operator of a query is $and, $or or $nor
query.limit | the limit of a query is an integer from 0 to 9007199254740991, or -1
query.skip | the skip of a query is an integer from 0 to 9007199254740991
query.sort | the sort of a query is an object whose values are asc or desc
# Tile
bottomBarIndex | a tile accepts a bottomBarIndex as a number or null
navigator | a tile accepts a navigator or null
title | a tile accepts a title as text or null
icon | the icon of a tile is from the lucide, remix or hero family, with any type, or null
# Broadcast
name | a broadcast has a name of 1 to 30 characters
_id, _createdAt | a broadcast has its _id and _createdAt
menu | the menu of a broadcast has sections with a title and tiles, and a colour; or it is null ; the sections of a menu are required if a menu is sent ; the colour of a menu has 3, 4, 6 or 8 hexadecimal digits after a hash, or is null
structure | the structure of a broadcast has profile tiles, or it is null
capabilities | the capabilities of a broadcast are an object with any content, or null
bottomBar | the bottom bar of a broadcast has five tiles, a radius, two colours and a style, or it is null
appBar | the app bar of a broadcast has two colours, a logo with padding and two navigators
home | the home of a broadcast has header, blocks, localeDetails and defaultLocale
shortDescription | the shortDescription of a broadcast has at most 80 characters
description | the description of a broadcast has at most 4000 characters
theme | the theme of a broadcast has logo, colours, surface, lines, font, icons and four text styles
fontRef | the fontRef of a broadcast has fontHolderId, weight and style
type | the type of a broadcast is text
status | a broadcast is idle, and a change of its status is refused
isPrivate | isPrivate of a broadcast is true or false
isWeb | isWeb of a broadcast is true or false
isApp | isApp of a broadcast is true or false
authProviders | the authProviders of a broadcast are a list with the ten fields of a provider
authData | the authData of a broadcast is neither accepted nor returned
platforms | the platforms of a broadcast have ios.teamId and android.developerId
revisionId | the revisionId of a broadcast is an id of 24 characters
metadata, _updatedAt, _reference | a broadcast has metadata, _updatedAt and _reference like every record
open enumerations | styles, decorations and transitions other than the documented ones are accepted
# Block
order of blocks | blocks keep their order
type, the sixteen types | a block has one of the sixteen types
key | the key of a block is text
height | the height of a block is a number
values | the values of a block are a list
format | a block has a format
entries of a media block | an entry of a media block has media, backgroundColor, fit and navigator
fields of the single types | undocumented fields of a block are kept
# BroadcastPage
status | a page has a status
blocks | a page has blocks
_id, _createdAt | every record of Surface B has an _id of 24 characters that the client cannot choose ; every record of Surface B has _createdAt, which the client cannot set
categoryIds | a page has categoryIds, each an id of 24 characters
media | a page has media
title | a page has a title, which is text
url | a page has a url, which is text
localeDetails | a page has localeDetails, which are an object
isPrivate | a page has isPrivate, which is true or false
defaultLocale | a page has a defaultLocale
nativeContent | the nativeContent of a page is one of the sixteen native screens
metadata, _updatedAt, _reference | the metadata of a record of Surface B is an object with any content ; every record of Surface B has _updatedAt, which moves with each change ; a record of Surface B accepts a _reference as text or null
# BroadcastSession
title | the title of a session has at least one character, or is null
categoryIds | the categoryIds of a session are ids of 24 characters, or null
status | the status of a session is draft or published, and always present
description | the description of a session is text, or null
hostIds | the hostIds of a session are ids of 24 characters, or null
interestPointId | the interestPointId of a session is an id of 24 characters, or null
time | the time of a session is an object, and always present
media | the media of a session is anything, or null
defaultLocale | the defaultLocale of a session is fr, en or es, or null
color | the color of a session is text, or null
broadcastMapId | the broadcastMapId of a session is an id of 24 characters, or null
blocks | the blocks of a session are a list of blocks, and always present
localeDetails | the localeDetails of a session are an object, or null
metadata | the metadata of a session is an object
common fields of the record | every record of Surface B has an _id of 24 characters that the client cannot choose ; every record of Surface B has _createdAt, which the client cannot set ; every record of Surface B has _updatedAt, which moves with each change ; a record of Surface B accepts a _reference as text or null
# BroadcastContact
all its fields | a contact has fields, each with a text key and a text value, and the common fields ; the key and the value of a field of a contact are text
# Workflow
entryNodeId | the entryNodeId of a workflow has at least one character
nodes | the nodes of a workflow are a list
name | the name of a workflow has at least one character
description | the description of a workflow is text
status | the status of a workflow is enabled or disabled
trigger | the trigger of a workflow is of type manual, interval, schedule or once
metadata | the metadata of a workflow is an object
common fields | every record of Surface B has an _id of 24 characters that the client cannot choose ; every record of Surface B has _createdAt, which the client cannot set ; every record of Surface B has _updatedAt, which moves with each change ; a record of Surface B accepts a _reference as text or null
Node: its fields | a node has id, position, type, config, name, errorBehavior, onSuccess and onError
Node: its types | a node is of type amply, http, foreach, auth, if or code
config of an amply node | the config of an amply node is kept with all its wrappers
# WorkflowRun
all its fields | a workflow run has status, duration, node count, context, node results and the common fields
# Delete result
all its fields | a delete result has success, referenceType, referenceId and operationType
# States and transitions
new article without status | an article created without a status is a draft
new article as draft | an article created as a draft is a draft
new article as published | an article created as published is visible at once ; an article accepts published_at in ISO 8601, earlier or later than now
session, PATCH of its status | a session accepts a change of its status from draft to published and back
event, DELETE | a deleted event cannot be read or listed any more
article, DELETE on Surface B | an article deleted on Surface B no longer exists, and the delete result says so
set of the workflow | the status of a workflow is enabled or disabled
set of the workflow run | a workflow run has status, duration, node count, context, node results and the common fields ; revisions and workflow runs can only be read
draft and published elsewhere | pages, categories, hosts, interest points and maps accept draft, published and further statuses
# Endpoints: Surface A
GET /places | GET /places returns the places and their number
POST /places | POST /places returns the created place
PUT /places/{id} | PUT /places/{id} changes only the fields that are sent
GET /articles | GET /articles returns articles and their number, by status and page
POST /articles | POST /articles returns the created article
GET /events | GET /events filters by category, by the earliest start, by the latest end, and pages
POST /events | POST /events returns the created event
GET /events/{id} | GET /events/{id} returns the event
PUT /events/{id} | PUT /events/{id} changes only the fields that are sent
DELETE /events/{id} | DELETE /events/{id} returns 204 without a body
GET /webhooks | GET /webhooks returns the webhooks
POST /webhooks | POST /webhooks returns the created webhook, with the secret if one was sent
place_id is the link | place_id links an event to a place
# Endpoints: Surface B
placeholders are object ids | every id in a path of Surface B is an object id
bodies need their content type | a body requires Content-Type application/json
GET of the broadcast | Surface B serves one broadcast under its user to a key in X-API-KEY
PATCH of the broadcast | PATCH of a broadcast requires a body, changes the fields that are sent and returns 200 and the broadcast ; the sections of a menu are required if a menu is sent
GET of broadcastPages | GET of broadcastPages filters, combines, limits, skips, starts after an id and sorts
GET of a broadcastContact | a contact has fields, each with a text key and a text value, and the common fields
DELETE of a broadcastArticle | a delete result has success, referenceType, referenceId and operationType
PATCH of a broadcastSession | PATCH of a broadcastSession changes any subset of its fields and returns 200 and the session
PATCH of a workflow | PATCH of a workflow changes any subset of its fields and returns 200 and the workflow
query names of the pages list (gap 14) | GET of broadcastPages filters, combines, limits, skips, starts after an id and sorts ; a filter is a field with a value, a field with an operator, or a key and a value
# Authentication
1 bearer on Surface A | Surface A accepts the key as a bearer token
2 header on Surface B | Surface B accepts the key in the header X-API-KEY
3 one broadcast per key | a key manages exactly one broadcast
4 where keys come from | a key is created for a broadcast and shown once
5 plan | without the Pro plan every request is refused with 403 ; a broadcast that gets the Pro plan is served with its existing key
6 missing or invalid key | a missing or invalid key is refused with 401
# Events
1 registration and POST | only events that a webhook subscribes to are sent to its URL, by POST
2 the five types | webhooks can subscribe to the five documented event types, and each is emitted by the operation of its name
3 signature with a secret | a delivery has sha256 and the HMAC of its raw body, and the headers of Standard Webhooks ; a delivery for a webhook without a secret is not signed
4 secret shown once, replaced by a new webhook | the secret of a webhook is returned only by its creation ; a lost secret is replaced by deleting the webhook and creating a new one
# Errors
status and JSON body | a failure has a status and a JSON body that describes it
400 | 400 is the answer to missing or invalid parameters
401 | a missing or invalid key is refused with 401
403 | without the Pro plan every request is refused with 403
404 | 404 is the answer if a resource does not exist
429 | 429 is the answer after the limit is exceeded, until the reset
500 | 500 is the answer to an internal error, and reveals nothing
errors of Surface B (gap 39) | a failed validation is 400, and 422 is used only for an Idempotency-Key with a different body ; 404 is the answer if a resource does not exist
# Limits
page size | a page of events or articles has 50 entries by default, and at most 200
offset | the offset of events and articles is 0 by default
broadcast name | a broadcast has a name of 1 to 30 characters
shortDescription | the shortDescription of a broadcast has at most 80 characters
description | the description of a broadcast has at most 4000 characters
object ids | object ids in the bodies of Surface B have exactly 24 characters
session title, workflow entryNodeId and name | the title of a session has at least one character, or is null ; the name of a workflow has at least one character ; the entryNodeId of a workflow has at least one character
Navigator query limit | the limit of a query is an integer from 0 to 9007199254740991, or -1
Navigator query skip | the skip of a query is an integer from 0 to 9007199254740991
limit and skip of lists on Surface B | limit and skip of a list on Surface B are integers from 0
request rate and its headers (gap 25) | 429 is the answer after the limit is exceeded, until the reset ; usage is reported in all three families of rate-limit headers, with 600 requests per minute and key
# Versioning
prefix /v1 | the paths of both surfaces start with the version v1
version 1.0.0 | the interface description has the version 1.0.0
# Gaps, service column
1 how the surfaces relate | an article is one record on both surfaces ; events and sessions, and places and interest points, are separate collections ; every id has 24 hexadecimal characters, on both surfaces
2 which credential where | each surface accepts only its own header
3 key of another broadcast | the key of another broadcast gets 404
4 several keys, expiry, revocation | a broadcast can have several keys, each with its own expiry and revocation ; keys are stored as hashes
5 category field of events | the category field of an event is called category
6 response fields, excerpt | events and articles return the fields they were created with and the common fields ; the excerpt of an article is the first 160 characters of its text
7 query of events | GET /events filters by category, by the earliest start, by the latest end, and pages
8 order of lists | lists of Surface A keep the order of creation, even within a millisecond ; lists of Surface B are in the order of _id, and startId continues them after an object ; startId continues a list even if its object was deleted in the meantime
9 paging of places | the list of places has all of them, or a page if limit is sent
10 success codes | a creation returns 201 with the Location of the new record ; an update returns 200, a deletion 204 on Surface A and 200 with the delete result on Surface B
11 clearing a field | an absent field is left alone and null clears it ; null is refused for a required field ; a list is replaced as a whole
12 operations on Surface A that are not shown | the extended profile reads and deletes one place, and reads, updates and deletes articles and webhooks ; the documented profile has only the documented operations
13 references to places | a place_id without a place is refused with 400, and the field is named ; a place that events refer to cannot be deleted
14 filters | a filter is a field with a value, a field with an operator, or a key and a value ; the operators of filters are $eq, $ne, $in, $nin, $gt, $gte, $lt, $lte and $exists ; filters apply to the common fields too ; regular expressions, code and unknown operators are refused in filters
15 path of the session update | PATCH of a broadcastSession changes any subset of its fields and returns 200 and the session
16 operations of the other kinds of Surface B | the extended profile lists, creates, reads, updates and deletes every kind of Surface B ; revisions and workflow runs can only be read
17 fields of PATCH broadcast | PATCH of a broadcast accepts every documented field but authData, status and those with an underscore
18 shape of time | the time of a session keeps keys beside start, end and timezone
19 shape of localeDetails | localeDetails hold an object of fields for each of fr, en and es
20 openness of blocks | only the type of a block is restricted, and the rest is kept unchanged
21 config of workflow nodes | the config of workflow nodes is open, and a workflow is stored and never run
22 status of the broadcast | a broadcast is idle, and a change of its status is refused
23 scheduled articles | an article scheduled for later is published and announced at its publication time ; an article withdrawn before its publication time is not announced
24 error body | an error is an RFC 9457 problem with code, errors and request_id
25 rate-limit headers | usage is reported in all three families of rate-limit headers, with 600 requests per minute and key
26 repeated creations | a creation with an Idempotency-Key happens once in 24 hours
27 lost updates | a record has a strong ETag; If-Match guards a write and If-None-Match saves a read
28 webhook signature | a delivery has sha256 and the HMAC of its raw body, and the headers of Standard Webhooks
29 delivery body | the body of a delivery has id, type, timestamp and the record as data
30 delivery retries | a failed delivery is retried after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, and then abandoned ; a receiver that does not answer in time counts as failed, and the delivery is retried ; a redirect is a failure, and 410 disables the webhook
31 event types | an unknown event type is refused with 400 ; the extended profile has created, updated and deleted events for every kind of Surface A ; the documented profile has only the five documented event types ; the OpenAPI document lists the event types that each profile accepts, and what is sent for each
32 page and body size | a page of Surface B has at most 200 entries, regardless of the requested size ; a body of more than 1 MiB is refused with 413
33 a query limit of -1 | the limit of a query is an integer from 0 to 9007199254740991, or -1
34 versions | there is no version other than v1
35 fields of kinds that are only named | kinds without documented fields accept the fields of our files and additional keys
36 shape of media | media is a URL or an object with url, alt and type
37 which operation emits what | webhooks can subscribe to the five documented event types, and each is emitted by the operation of its name ; article.published is emitted once, when an article is created visible or becomes visible
38 unknown fields | unknown fields are refused at the top of closed bodies ; unknown keys are kept inside metadata, blocks, capabilities, localeDetails, time and config
39 validation failures | a failed validation is 400, and 422 is used only for an Idempotency-Key with a different body
40 a method that a path does not have | a method that neither profile has on a path is refused with 405, and Allow lists the methods of the path ; a method that only the extended profile has on a path is 404 in the documented one, and so is a path ; HEAD returns the same as GET, without the body
`;

const FOLDER = import.meta.dirname;
const THIS_FILE = 'coverage.test.ts';
const TITLE = /\bit\(\s*'((?:[^'\\]|\\.)*)'/g;

/** The first words of a row of `Fields.table`. */
const FIELD = /^(?![ #])([^|\n`]+?)(?: \||\n) +\/\S+ (?:takes|refuses|is|may) /gm;

const sources = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.test.ts') && name !== THIS_FILE)
  .map((name) => readFileSync(join(FOLDER, name), 'utf8'));
const titles = [TITLE, FIELD].flatMap((form) =>
  sources.flatMap((source) => [...source.matchAll(form)].map(([, title]) => title!)),
);

const rows = COVERAGE.split('\n').filter((line) => line !== '' && !line.startsWith('# '));
const named = rows.flatMap((row) => row.split(' | ')[1]?.split(' ; ') ?? []);

it('every test that the coverage table names exists', () => {
  expect(named.filter((title) => !titles.includes(title))).toEqual([]);
});

it('every contract test is in the coverage table', () => {
  expect(titles.filter((title) => !named.includes(title))).toEqual([]);
});

it('every row of the coverage table names a test', () => {
  expect(rows.filter((row) => !/ \| \S/.test(row))).toEqual([]);
});

it('no two contract tests have the same title', () => {
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([]);
});
