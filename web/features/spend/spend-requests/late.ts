/** What is loaded when it is needed. */

export const loadSpendCommands = () => import('./commands.ts')
