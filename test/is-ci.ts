/** As gitcast itself reads it: people set CI=false to be treated as a person. */
export const isCi = ({ CI = '' }: NodeJS.ProcessEnv): boolean => !['', 'false', '0'].includes(CI);
