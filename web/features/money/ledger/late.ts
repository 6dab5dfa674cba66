/** What is loaded when it is needed. */

export const loadMoneyCommands = () => import('./commands.ts')
