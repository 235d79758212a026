// Filters the programme by category, and keeps the category in the URL.
const programme = one('[data-programme]');
const filter = programme && one('.filter', programme);

if (filter) {
  const apply = () => {
    const wanted = one(':checked', filter).value;
    for (const slot of all('[data-slot]', programme)) {
      slot.hidden = wanted !== '' && !slot.dataset.categories.split(' ').includes(wanted);
    }
    for (const list of all('.slots', programme)) {
      const isEmpty = all('[data-slot]:not([hidden])', list).length === 0;
      list.hidden = isEmpty;
      if (list.previousElementSibling?.matches('.part')) list.previousElementSibling.hidden = isEmpty;
    }
    for (const day of all('.day', programme)) day.hidden = all('.slots:not([hidden])', day).length === 0;
    const isEmpty = all('.day:not([hidden])', programme).length === 0;
    const message = one('.no-match', programme);
    message.textContent = isEmpty ? message.dataset.text : '';
    const address = new URL(location.href);
    if (wanted === '') address.searchParams.delete('category');
    else address.searchParams.set('category', wanted);
    history.replaceState(null, '', address);
  };
  const wanted = new URLSearchParams(location.search).get('category');
  const choice = all('input', filter).find(({ value }) => value === wanted);
  if (choice) choice.checked = true;
  filter.addEventListener('change', apply);
  if (choice) apply();
}
