// Loads content of other sites after a click.
for (const embed of all('[data-embed]')) {
  const button = one('button', embed);
  button.addEventListener('click', () => {
    const frame = make('iframe', {
      src: embed.dataset.embed,
      title: embed.dataset.title,
      sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups',
      referrerpolicy: 'no-referrer',
      loading: 'lazy',
    });
    one('.embed-actions', embed).replaceWith(frame);
    frame.focus();
  });
}
