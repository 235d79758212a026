/** The variable with the key that can only read: `GITCAST_PLAN_KEY` beside `GITCAST_KEY`. */
export const planKey = (key: string): string => key.replace(/(^|_)([^_]*)$/, '$1PLAN_$2');
