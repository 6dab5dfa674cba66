/**
 * Plans: what a company means to spend and to earn, by month. Invariants: a plan's sums are those of its lines; a table is
 * imported as a whole or not at all; people see the lines and the actual amounts of what they may see, also in sums.
 */
export { importTable } from './import.ts'
export { readItemTargets } from './item-targets.ts'
export { listItems, saveItems } from './items.ts'
