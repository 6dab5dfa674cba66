/**
 * Request categories and everything set up for one: settings, form, columns. Sourcing and vendor forms are categories
 * too.
 */
export { BuilderPlaceholder } from './category-frame.tsx'
export { ColumnRows, columnElementId, MAX_COLUMN_NAME } from './columns/column-rows.tsx'
export { default as columnsClasses } from './columns/columns.module.css'
export { AdvancedPage } from './pages/advanced.tsx'
export { CategoryPage } from './pages/category.tsx'
export { CategoryFormPage } from './pages/form.tsx'
export { CategoriesPage } from './pages/list.tsx'
export { WorkflowPage } from './pages/workflow.tsx'
export { WorkflowsPage } from './pages/workflows.tsx'
