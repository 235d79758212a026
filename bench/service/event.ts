/** What the benchmarks of the service create. */
export const EVENT = JSON.stringify({
  title: 'Opening night',
  start_time: '2027-06-18T20:30:00+02:00',
  end_time: '2027-06-18T23:00:00+02:00',
  category: 'concert',
  description: 'Two sets, one river.',
});
