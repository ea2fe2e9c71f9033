/*
 * The pictures of the documentation. The name of each is that of its file in docs/images.
 */
import { boxes, rows, sequence } from './svg.mjs'

const sales = [
  ['HR', 'empid_000101', 'Ng', 'entity'],
  ['HR', 'empid_000412', 'Diaz', 'entity'],
  ['Sales', 'email_cao@contoso.com', '→ empid_000224', 'index'],
  ['Sales', 'email_donh@contoso.com', '→ empid_000223', 'index'],
  ['Sales', 'empid_000223', 'Hall', 'entity'],
  ['Sales', 'empid_000224', 'Cao', 'entity'],
  ['Sales', 'empid_000225', 'Hall', 'entity'],
  ['Sales', 'review_000223_2014', '8', 'copy'],
]

const path = (title, reads) => rows({ title, rows: sales, reads })

export const pictures = {
  'path-point': path('POINT reads one row', [
    { rows: [4, 4], label: 'read: 1 row, 1 request' },
  ]),
  'path-multi-point': path('MULTI_POINT reads several rows by their keys, in parallel', [
    { rows: [4, 4], label: 'read: 1 request for each key' },
    { rows: [6, 6] },
  ]),
  'path-row-range': path('ROW_RANGE reads the rows that match, here through the index', [
    { rows: [2, 2], label: 'e-mail addresses that begin with "cao": 1 request for each 1,000 rows' },
  ]),
  'path-kind-range': path('KIND_RANGE reads all rows of a class in one partition', [
    { rows: [4, 6], kind: 'waste', label: 'the service reads the rows of the class, and filters' },
    { rows: [4, 4], label: 'rows that match' },
    { rows: [6, 6] },
  ]),
  'path-table-scan': path('TABLE_SCAN reads every row', [
    { rows: [0, 7], kind: 'waste', label: 'the service reads every row of every partition: refused unless allowed' },
    { rows: [4, 4], label: 'a row that matches' },
  ]),

  'intra-partition-index': rows({
    title: 'An entity and its index rows in one partition',
    rows: [
      ['Sales', 'age_043_000223', 'email, _rk, _w', 'index', 'index "age": chosen properties'],
      ['Sales', 'email_223@contoso.com', 'all properties, _rk, _w', 'index', 'index "email": a full copy'],
      ['Sales', 'empid_000223', 'email, lastName, age, _w', 'entity', 'the entity'],
      ['Sales', 'name_Hall 000223', '_rk, _w', 'index', 'index "name": keys only'],
    ],
    reads: [{ rows: [0, 3], kind: 'fetch', label: 'one transaction changes all four rows' }],
  }),
  'inter-partition-index': rows({
    title: 'An entity and its index rows in other partitions',
    rows: [
      ['Sales', 'empid_000223', 'city = Bonn, email', 'entity', 'the entity'],
      ['city_Bonn', 'city_Sales_000223', '_w', 'index', 'index "city": any number of entities'],
      ['email_d@contoso.com', 'email', '→ Sales, empid_000223', 'index', 'index "email": unique'],
      ['Sales', '~t|7f3a…', 'state = C', 'token', 'token row: this write is committed'],
    ],
  }),
  'compound-key': rows({
    title: 'Employees and their reviews in one partition',
    rows: [
      ['Sales', 'empid_000223', 'lastName, rating', 'entity', 'the employee'],
      ['Sales', 'review_000022_2014', 'rating', 'copy', 'of employee 22'],
      ['Sales', 'review_000223_2013', 'rating', 'copy'],
      ['Sales', 'review_000223_2014', 'rating', 'copy'],
      ['Sales', 'review_000224_2014', 'rating', 'copy'],
    ],
    reads: [{ rows: [2, 3], label: 'all reviews of employee 223: one range of row keys' }],
  }),
  'log-tail': rows({
    title: 'The newest entry has the smallest row key',
    rows: [
      ['e223', '2519935919999999999_9', 'amount = 50', 'entity', 'newest'],
      ['e223', '2519935920000000000_8', 'amount = 40', 'entity'],
      ['e223', '2519936783999999999_7', 'amount = 12', 'entity', 'oldest'],
    ],
    reads: [{ rows: [0, 1], label: 'the newest two: the first two rows of the partition, 1 request' }],
  }),
  'prepend-append': rows({
    title: 'Buckets spread what is written at one time',
    rows: [
      ['2014-08-21_7', '23:59 user3', '', 'other', 'yesterday: never written again'],
      ['2014-08-22_0', '12:00 user4', '', 'entity', 'an eighth of the writes'],
      ['2014-08-22_1', '12:00 user7', '', 'entity', 'an eighth of the writes'],
      ['2014-08-22_…', '', '', 'entity'],
      ['2014-08-22_7', '12:01 user2', '', 'entity', 'an eighth of the writes'],
    ],
  }),
  'data-series': rows({
    title: 'One row for the values of a day',
    rows: [
      ['Sales', 'series_000223_2912442', 'h00 = 0  …  h13 = 6  …  h23 = 2', 'entity', 'the newest day'],
      ['Sales', 'series_000223_2912443', 'h00 = 1  …  h13 = 4  …  h23 = 0', 'entity', 'the day before'],
      ['Sales', 'series_000224_2912442', 'h00 = 0  …  h13 = 9  …  h23 = 1', 'entity', 'another employee'],
    ],
    reads: [{ rows: [0, 0], label: 'a day: 1 request; one value of it is written in 1 request' }, { rows: [0, 1], kind: 'fetch', label: 'the newest two days: 1 request' }],
  }),
  'rolling-tables': rows({
    title: 'A table for each day',
    head: ['table', 'rows', ''],
    rows: [
      ['SignIns20251231', 'anna | 2025-12-31T…', '', 'other', 'older than the retention: dropped whole, 1 request'],
      ['SignIns20260101', 'anna | 2026-01-01T…', '', 'entity', 'kept'],
      ['…', '', '', 'entity', 'kept'],
      ['SignIns20260301', 'anna | 2026-03-01T…', '', 'entity', 'kept: today'],
      ['SignIns20260302', '', '', 'copy', 'created ahead by the keeper'],
    ],
  }),
  'type-versions': rows({
    title: 'Rows of several versions of a class',
    rows: [
      ['sales', 'emp_1', 'EntityType = Employee, name', 'other', 'version 1: upgraded in memory when it is read'],
      ['sales', 'emp_2', 'EntityType = Employee.2, fullName', 'entity', 'version 2: the version of this program'],
      ['sales', 'emp_3', 'EntityType = Employee.3, …', 'token', 'version 3: refused by name, never overwritten'],
    ],
  }),
  'large-values': sequence({
    title: 'Saving an entity with a large content',
    actors: ['Writer', 'Blobs', 'Table'],
    steps: [
      ['Writer', 'Blobs', '1 write the new blob'],
      { crash: 'dies here: the row names the old blob; the sweep deletes the new one' },
      ['Writer', 'Table', '2 save the entity with the name of the blob, by its version'],
      { crash: 'dies here, or the answer is lost: the row names one of the blobs; the sweep deletes the other one' },
      ['Writer', 'Blobs', '3 delete the blob that was replaced'],
    ],
  }),
  'logs-in-blobs': rows({
    title: 'Blobs of a log by source and period',
    head: ['source', 'period and writer', 'metadata'],
    rows: [
      ['queue/', '2014/07/31/1800/8c1f…-000001.log', '18:00:00 to 18:00:05, 1000 entries', 'entity'],
      ['queue/', '2014/07/31/1800/8c1f…-000002.log', '18:00:05 to 18:04:30, 812 entries', 'entity'],
      ['queue/', '2014/07/31/1800/e077…-000001.log', '18:05:10 to 18:06:40, 344 entries', 'entity'],
      ['queue/', '2014/07/31/1900/8c1f…-000003.log', '19:00:00 to 19:00:01, 57 entries', 'other'],
    ],
    reads: [{ rows: [0, 2], kind: 'fetch', label: 'between 18:04 and 18:06: the names of the period are listed' },
      { rows: [1, 2], label: 'and the blobs that overlap are read, in parallel' }],
  }),
  'denormalization-worker': sequence({
    title: 'Changing a source whose holders are in other partitions',
    actors: ['Writer', 'Queue', 'Source', 'Worker', 'Holders'],
    steps: [
      ['Writer', 'Queue', '1 send, hidden for a minute'],
      { crash: 'dies here: a worker finds no token row, forbids the write, drops the message' },
      ['Writer', 'Source', '2 transaction: the source and a token row'],
      { crash: 'dies here, or the answer is lost: a worker finds the token row and goes on' },
      ['Writer', 'Queue', '3 show the message'],
      ['Queue', 'Worker', '4 message'],
      ['Worker', 'Holders', '5 read a page of holders'],
      ['Worker', 'Source', '6 then read the source'],
      ['Worker', 'Holders', '7 write each holder, if it is as it was read'],
      { crash: 'dies here: the message comes again, and all are written again' },
    ],
  }),
  denormalization: rows({
    title: 'A source and the copies of its name',
    rows: [
      ['Sales', 'empid_000001', 'name = Anna', 'entity', 'the source gets another name'],
      ['Sales', 'empid_000002', 'name = Bob', 'other'],
      ['Sales', 'team_north', 'leadId = 1, leadName = Anna', 'copy', 'holder: written with it'],
      ['Sales', 'team_south', 'leadId = 1, leadName = Anna', 'copy', 'holder: written with it'],
      ['Sales', 'team_west', 'leadId = 2, leadName = Bob', 'other'],
    ],
    reads: [{ rows: [0, 3], kind: 'fetch', label: 'one transaction; each row only if it is as it was read' }],
  }),
  summaries: rows({
    title: 'A summary in the partition of its entities',
    rows: [
      ['Sales', 'empid_000223', 'salary = 52000', 'entity'],
      ['Sales', 'empid_000224', 'salary = 48000', 'entity'],
      ['Sales', 'empid_000225', 'salary = 40000', 'entity', 'inserted'],
      ['Sales', 'sum_staff', 'employees = 3, salaries = 140000', 'copy', 'changed in the same transaction'],
    ],
    reads: [{ rows: [2, 3], kind: 'fetch', label: 'one transaction; the summary only if it is as it was read' }],
  }),
  'list-index': rows({
    title: 'A list of ids in the partition of its entities',
    rows: [
      ['Sales', 'empid_000152', 'lastName = Jones', 'entity'],
      ['Sales', 'empid_000166', 'lastName = Jones', 'entity', 'inserted'],
      ['Sales', 'empid_000223', 'lastName = Hall', 'entity'],
      ['Sales', 'last_Hall', 'EmployeeIDs = 000223', 'index'],
      ['Sales', 'last_Jones', 'EmployeeIDs = 000152,000166', 'index', 'changed in the same transaction'],
    ],
    reads: [{ rows: [4, 4], label: 'a look-up of Jones: the list by one request' },
      { rows: [0, 1], kind: 'fetch', label: 'and each employee in it by its own key, in parallel' }],
  }),
  'related-reads': rows({
    title: 'An employee and the reviews in one range',
    rows: [
      ['Sales', 'staff_000222', 'lastName', 'entity'],
      ['Sales', 'staff_000222_rev_2014', 'rating', 'copy'],
      ['Sales', 'staff_000223', 'lastName', 'entity', 'Employee'],
      ['Sales', 'staff_000223_rev_2013', 'rating', 'copy', 'Review'],
      ['Sales', 'staff_000223_rev_2014', 'rating', 'copy', 'Review'],
      ['Sales', 'staff_000224', 'lastName', 'entity'],
    ],
    reads: [{ rows: [2, 4], label: 'one range request: employee 223 with all reviews' }],
  }),
  'queue-guarded': sequence({
    title: 'guarded: a message that is handled if and only if the write happened',
    actors: ['Writer', 'Queue', 'Table', 'Worker'],
    steps: [
      ['Writer', 'Queue', '1 send, hidden for a minute'],
      { crash: 'dies here: a worker finds no token row, forbids the write, drops the message' },
      ['Writer', 'Table', '2 transaction: entities and token row'],
      { crash: 'dies here, or the answer is lost: a worker finds the token row and handles the message' },
      ['Writer', 'Queue', '3 show the message'],
      ['Queue', 'Worker', '4 message'],
      ['Worker', 'Table', '5 read the token row: committed'],
      ['Worker', 'Worker', '6 handle'],
      { crash: 'dies here: the message comes again, and is handled again' },
      ['Worker', 'Queue', '7 hide, until the token row may go'],
    ],
  }),
  'queue-outbox': sequence({
    title: 'outbox: the message is stored with the write, and sent after it',
    actors: ['Writer', 'Table', 'Queue', 'Worker'],
    steps: [
      ['Writer', 'Table', '1 transaction, with the message'],
      { crash: 'dies here: the sweep finds the token row and sends the message' },
      ['Writer', 'Queue', '2 send'],
      ['Queue', 'Worker', '3 message'],
      ['Worker', 'Table', '4 read the token row: committed'],
      ['Worker', 'Worker', '5 handle'],
    ],
  }),
  'commit-protocol': sequence({
    title: 'The commit protocol',
    actors: ['Writer', 'Queue', 'Partition', 'Other partitions', 'Worker'],
    steps: [
      ['Writer', 'Queue', 'send, hidden for the guard time'],
      ['Writer', 'Other partitions', 'prepare: rows that count only if the entity names them'],
      { crash: 'dies here: the worker inserts a fence in place of the token row, so that the transaction can never commit, and deletes what was prepared' },
      ['Writer', 'Partition', 'transaction: entity rows, and insert ~t|token (C)'],
      { crash: 'dies here, or the answer is lost: the token row tells that the transaction is committed' },
      ['Queue', 'Worker', 'message'],
      ['Worker', 'Partition', 'read ~t|token, or insert the fence (A)'],
      ['Worker', 'Other partitions', 'handle, such as delete superseded rows'],
      ['Worker', 'Queue', 'hide, until the token row may go'],
      ['Worker', 'Partition', 'later: delete ~t|token'],
      ['Worker', 'Queue', 'delete the message'],
    ],
  }),
  'strong-index': sequence({
    title: 'A write with a STRONG index in another partition',
    actors: ['Writer', 'Queue', 'Index partition', 'Entity partition', 'Worker'],
    steps: [
      ['Writer', 'Queue', '1 message, hidden'],
      ['Writer', 'Index partition', '2 insert the new index row'],
      { crash: 'dies here: look-ups do not believe the row; a worker forbids the write and deletes the row' },
      ['Writer', 'Entity partition', '3 transaction: entity and token row'],
      { crash: 'dies here: look-ups find the entity by the new row; a worker deletes the old row' },
      ['Writer', 'Index partition', '4 delete the old index row'],
      ['Queue', 'Worker', '5 message, after a minute'],
      ['Worker', 'Entity partition', '6 read token row and entity'],
      ['Worker', 'Index partition', '7 delete each row that the entity does not name'],
    ],
  }),
  archive: sequence({
    title: 'A move to the archive',
    actors: ['Worker', 'Current table', 'Archive'],
    steps: [
      ['Worker', 'Archive', '1 read'],
      ['Worker', 'Current table', '2 read'],
      { crash: 'dies here: the entity is current; the message comes again' },
      ['Worker', 'Archive', '3 write, if it is as it was read'],
      { crash: 'dies here: the entity is in both, and the current one counts; the message comes again' },
      ['Worker', 'Current table', '4 delete, if it is what was copied'],
      { crash: 'dies here: the entity is archived; the message comes again and finds nothing to do' },
    ],
  }),
  'index-states': boxes({
    title: 'States of an index',
    width: 860, height: 240,
    boxes: [
      { x: 24, y: 92, w: 180, h: 56, text: 'DROPPING', note: 'rows are being deleted', kind: 'copy' },
      { x: 310, y: 92, w: 180, h: 56, text: 'WRITE_ONLY', note: 'written, not read', kind: 'other' },
      { x: 650, y: 24, w: 180, h: 56, text: 'BACKFILLING', note: 'rows are being added', kind: 'token' },
      { x: 650, y: 160, w: 180, h: 56, text: 'READABLE', note: 'queries use it', kind: 'entity' },
    ],
    arrows: [['WRITE_ONLY', 'DROPPING', 'drop'], ['WRITE_ONLY', 'BACKFILLING', 'backfill'],
      ['BACKFILLING', 'READABLE', 'verify finds nothing'], ['READABLE', 'WRITE_ONLY', 'withdraw']],
  }),
  modules: boxes({
    title: 'Modules and their dependencies',
    width: 860, height: 190,
    boxes: [
      { x: 24, y: 24, w: 120, h: 48, text: 'test', kind: 'other' },
      { x: 204, y: 24, w: 120, h: 48, text: 'starter', kind: 'other' },
      { x: 384, y: 24, w: 140, h: 48, text: 'autoconfigure', kind: 'copy' },
      { x: 590, y: 24, w: 110, h: 48, text: 'core', kind: 'entity' },
      { x: 750, y: 24, w: 90, h: 48, text: 'http', kind: 'token' },
      { x: 490, y: 118, w: 120, h: 48, text: 'patterns', kind: 'index' },
    ],
    arrows: [['test', 'starter'], ['starter', 'autoconfigure'], ['autoconfigure', 'core'], ['core', 'http'],
      ['autoconfigure', 'patterns', 'optional'], ['patterns', 'core']],
  }),
  architecture: boxes({
    title: 'From a repository to the service',
    width: 820, height: 470,
    boxes: [
      { x: 24, y: 24, w: 180, h: 52, text: 'repository', note: 'methods, paging', kind: 'entity' },
      { x: 320, y: 24, w: 180, h: 52, text: 'TableTemplate', note: 'operations', kind: 'entity' },
      { x: 616, y: 24, w: 180, h: 52, text: 'patterns', note: 'queue, archive, …', kind: 'copy' },
      { x: 24, y: 140, w: 180, h: 52, text: 'query, plan', note: 'pure values', kind: 'index' },
      { x: 320, y: 140, w: 180, h: 52, text: 'mapping, convert, key', note: 'objects and rows', kind: 'index' },
      { x: 616, y: 140, w: 180, h: 52, text: 'index, write, commit', note: 'groups, transactions', kind: 'index' },
      { x: 320, y: 256, w: 180, h: 52, text: 'TableGateway', note: 'the port', kind: 'token' },
      { x: 130, y: 380, w: 220, h: 62, text: 'HttpTableGateway', note: 'retries, lost answers', kind: 'other' },
      { x: 470, y: 380, w: 220, h: 62, text: 'EmbeddedTableGateway', note: 'the service in memory', kind: 'other' },
    ],
    arrows: [
      ['repository', 'TableTemplate'], ['patterns', 'TableTemplate'], ['repository', 'query, plan', 'at the start'],
      ['TableTemplate', 'query, plan'], ['TableTemplate', 'mapping, convert, key'], ['TableTemplate', 'index, write, commit'],
      ['mapping, convert, key', 'TableGateway'],
      ['HttpTableGateway', 'TableGateway', 'implements'], ['EmbeddedTableGateway', 'TableGateway', 'implements'],
    ],
  }),
}
