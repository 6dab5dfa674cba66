/**
 * Request categories: who may file, who owns, how approvals run. Invariant: a category in use keeps its history when
 * it is changed, copied or deleted.
 */

export { createCategory, deleteCategory, NAME_TAKEN, reorderCategories, updateCategory } from './change.ts'
export { copiedParts, newCategoryStatements } from './copied-parts.ts'
export { formVersionStatements, removedLabels } from './form-versions.ts'
export { forConfigurators } from './kind.ts'
export {
  categoryStatement,
  mayConfigure,
  readQuestions,
  requireCategory,
  requireConfigurableCategory,
  requireConfigurator,
  toCategory,
} from './read.ts'
export { restoreCategory } from './restore.ts'
export { saveSettings } from './settings.ts'
export { rulesOf, workflowsStatement } from './workflow-rules.ts'
