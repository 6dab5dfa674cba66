/**
 * The directory of companies and of the addresses they know. Invariant: it only says where to look, and follows the
 * companies' cells by their outboxes.
 */
export { type DirectoryEntry, inEmptiestCell, onTakenShortName, withDirectory } from './companies.ts'
export { cellOfCompany, namesOfCompanies, takenShortNames } from './names.ts'
export { cellsOfAddress, toldDirectory } from './people.ts'
export { ENDED_PARTS, isMoving, leavePart, takePart } from './ticks.ts'
