/** What is loaded when it is needed. */

export const loadVendorCommands = () => import('./commands.ts')
