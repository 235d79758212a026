/** The `definitions` that `root` refers to, directly or through others. */
export function reachable<T>(
  root: unknown,
  definitions: Readonly<Record<string, T>>,
  prefix: string,
): Record<string, T> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, child] of Object.entries(value)) {
      if (key === '$ref' && typeof child === 'string' && child.startsWith(prefix)) refer(child.slice(prefix.length));
      else visit(child);
    }
  };
  const refer = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    visit(definitions[name]);
  };
  visit(root);
  return Object.fromEntries(Object.entries(definitions).filter(([name]) => found.has(name)));
}
