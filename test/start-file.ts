/** Runs before each test file: files share a process, and what one of them needs says nothing about the next. */
import { needsPostgres } from './needs.ts';
import { startTestFile } from './programs.ts';

startTestFile();
// The files of `npm test` that run again on PostgreSQL do not ask for it.
if (process.env['GITCAST_TEST_DATABASE'] === 'postgres') needsPostgres();
