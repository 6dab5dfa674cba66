/** What pages of other areas load when it is shown. */

export const loadMyRequests = () => import('./my-requests.tsx')

export const loadRequestCommands = () => import('./commands.ts')
