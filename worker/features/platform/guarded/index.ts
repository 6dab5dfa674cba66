/** Settings about money that change with a second person, or with time: changes.ts. */
export { askingFor, guardedRun, registerGuarded, registerOtherAdmin } from './changes.ts'
export { applyDue, toldChange } from './operations.ts'
