/** What pages of other areas load when it is shown. */

export const loadUpcomingRenewals = () => import('./upcoming.tsx')
