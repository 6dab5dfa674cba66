/** What pages of other areas load when it is shown. */

export const loadFollowing = () => import('./following.tsx')

export const loadRequestCommands = () => import('./commands.ts')
