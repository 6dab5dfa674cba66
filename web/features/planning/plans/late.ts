/** What is loaded when it is needed. */

export const loadPlanningCommands = () => import('./commands.ts')
