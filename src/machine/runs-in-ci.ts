/**
 * Detects that a command runs in a job of CI, where nobody can be asked. A job with a key may have checked out a pull
 * request, so a runner that is not recognised would follow the rules for a person's machine. Not every runner sets `CI`.
 */
const SET_IN_CI = [
  'CI',
  'CONTINUOUS_INTEGRATION',
  'BUILD_ID',
  'BUILD_NUMBER',
  'GITHUB_ACTIONS',
  'GITLAB_CI',
  'TF_BUILD',
  'JENKINS_URL',
  'CODEBUILD_BUILD_ID',
  'TEAMCITY_VERSION',
  'bamboo_planKey',
  'GO_PIPELINE_LABEL',
];

export const runsInCi = (environment: (name: string) => string | undefined): boolean =>
  SET_IN_CI.some((name) => !['', 'false', '0'].includes(environment(name) ?? ''));
