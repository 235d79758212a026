import { LOCAL, type Config } from './config.ts';

/** The settings that apply if nothing is configured. UTC is the only time zone that is the same on every machine. */
export const DEFAULTS = {
  content: 'content',
  output: 'dist',
  defaultTarget: LOCAL,
  state: 'file',
  site: {
    timezone: 'UTC',
    locales: ['en'],
    offline: true,
    highlight: true,
    markdown: false,
    theme: 'standard',
    fonts: {},
    light: {},
    dark: {},
  },
  settle: 60,
  guard: { deletes: { count: 10, percent: 30 } },
  keepAssets: 7,
  link: 'current',
  region: 'us-east-1',
} as const satisfies Partial<Config> & { settle: number; keepAssets: number; link: string; region: string };
