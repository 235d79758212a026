// Marks the day of the programme that is in view.
const programme = one('[data-programme]');
const links = new Map(programme && all('.jump a[href^="#"]', programme).map((link) => [link.hash.slice(1), link]));

if (links.size > 0) {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        for (const link of links.values()) link.removeAttribute('aria-current');
        links.get(one('h2', target)?.id)?.setAttribute('aria-current', 'true');
      }
    },
    { rootMargin: '-30% 0px -65%' },
  );
  for (const day of all('.day', programme)) observer.observe(day);
}
