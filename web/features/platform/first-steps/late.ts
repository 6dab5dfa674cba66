/** Only new companies have it, so Home loads it when it is shown. */
export const loadFirstSteps = () => import('./first-steps.tsx')
