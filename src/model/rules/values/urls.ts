import { diagnose } from '../../../diagnostics/diagnostic.ts';
import type { Format } from '../../../kinds/schema.ts';
import { NO_PROBLEM, type ValueRule } from '../rule.ts';

const SCHEMES: Partial<Record<Format, readonly string[]>> = {
  link: ['http', 'https', 'mailto', 'tel'],
  'web-url': ['http', 'https'],
  'https-url': ['https'],
};

export const isWebUrl = (value: string): boolean => /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value);

export const urls: ValueRule = {
  codes: ['bad-url'],
  check({ schema, value, valueSpan }) {
    const allowed = schema.format && SCHEMES[schema.format];
    if (!allowed || schema['x-media'] || typeof value !== 'string') return NO_PROBLEM;
    const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(value)?.[1]?.toLowerCase();
    const problem = (message: string, suggestion: string) => [
      diagnose('bad-url', valueSpan(), message, { suggestion }),
    ];
    if (scheme === undefined) {
      return problem(`\`${value}\` is not a whole URL`, `did you mean https://${value.replace(/^\/+/, '')}?`);
    }
    if (!allowed.includes(scheme)) {
      return problem(`a ${scheme}: address may not be used here`, `use ${allowed.join(', ')}`);
    }
    if (scheme.startsWith('http') && !isWebUrl(value))
      return problem(`\`${value}\` is not a URL`, 'check its spelling');
    return NO_PROBLEM;
  },
};
