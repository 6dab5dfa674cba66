/** What is loaded when it is needed. */

export const loadDelegateCommands = () => import('./commands.ts')
