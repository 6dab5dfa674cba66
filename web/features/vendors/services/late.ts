/** What pages of other areas load when it is shown. */

export const loadServiceList = () => import('./service-list.tsx')
