/** What the router loads with the first page that needs it. */

export const loadFrame = () => import('./staff-layout.tsx')

export const loadPageCommands = () => import('./commands.ts')
