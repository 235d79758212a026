// Keeps the answers to a form in this browser.
for (const form of all('[data-form]')) {
  const key = `form.${form.dataset.form}`;
  const answers = kept.read(key, {});
  for (const field of form.elements) {
    if (field.type === 'checkbox') field.checked = answers[field.name] === true;
    else if (typeof answers[field.name] === 'string') field.value = answers[field.name];
  }
  form.addEventListener('input', () => {
    const fields = [...form.elements].filter(({ name }) => name);
    kept.write(
      key,
      Object.fromEntries(fields.map((field) => [field.name, field.type === 'checkbox' ? field.checked : field.value])),
    );
  });
}
