// Marks the day of the programme that is in view.
const programme = one('[data-programme]');

if (programme) {
  const links = new Map(all('.jump a', programme).map((link) => [link.hash.slice(1), link]));
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        for (const link of links.values()) link.classList.remove('is-here');
        links.get(one('h2', target)?.id)?.classList.add('is-here');
      }
    },
    { rootMargin: '-30% 0px -65%' },
  );
  for (const day of all('.day', programme)) observer.observe(day);
}
