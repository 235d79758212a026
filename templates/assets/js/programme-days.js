// Marks the day of the programme that is in view, and keeps its link in the line of days in view.
const programme = one('[data-programme]');
const jump = programme && one('.jump', programme);

function showInLine(link) {
  if (link) jump.scrollLeft = link.offsetLeft - (jump.clientWidth - link.offsetWidth) / 2;
}
if (jump) showInLine(one('[aria-current]', jump));

const links = new Map(programme && all('.jump a[href^="#"]', programme).map((link) => [link.hash.slice(1), link]));

if (links.size > 0) {
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        for (const link of links.values()) link.removeAttribute('aria-current');
        const link = links.get(one('h2', target)?.id);
        link?.setAttribute('aria-current', 'true');
        showInLine(link);
      }
    },
    { rootMargin: '-30% 0px -65%' },
  );
  for (const day of all('.day', programme)) observer.observe(day);
}
