// Two thousand of the stories of which `npm test` tells two hundred.
process.env['GITCAST_STORIES'] ??= '2000';
await import('../sync/random.test.ts');
