// Loads the weather after a click.
for (const meteo of all('[data-meteo]')) {
  const { latitude, longitude, failed } = meteo.dataset;
  const more = one('.meteo-more', meteo);
  one('button', more).addEventListener('click', async () => {
    more.hidden = true;
    const days = one('.meteo-days', meteo);
    try {
      const question = new URLSearchParams({
        latitude,
        longitude,
        daily: 'temperature_2m_max,temperature_2m_min,precipitation_probability_max',
        timezone: 'auto',
        forecast_days: '5',
      });
      const answer = await fetch(`https://api.open-meteo.com/v1/forecast?${question}`, {
        referrerPolicy: 'no-referrer',
      });
      const { daily } = await answer.json();
      const name = new Intl.DateTimeFormat(document.documentElement.lang, {
        weekday: 'short',
        day: 'numeric',
        timeZone: 'UTC',
      });
      days.replaceChildren(
        ...daily.time.map((day, index) =>
          make(
            'p',
            {},
            make('strong', {}, name.format(new Date(`${day}T12:00Z`))),
            make('br'),
            `${Math.round(daily.temperature_2m_min[index])}–${Math.round(daily.temperature_2m_max[index])} °C · ${daily.precipitation_probability_max[index] ?? 0} %`,
          ),
        ),
      );
    } catch {
      days.textContent = failed;
      more.hidden = false;
    }
  });
}
