/** The settings that decide what content means. Apart from reading content, which loads much more. */
import type { Config } from '../config/config.ts';
import type { ModelSettings } from '../model/broadcast.ts';
import { keyVariables } from '../config/credentials.ts';

export const modelSettings = (config: Config): ModelSettings => ({
  timezone: config.site.timezone,
  locales: config.site.locales,
  targets: Object.keys(config.targets),
  secrets: config.secrets,
  keys: keyVariables(config),
});
