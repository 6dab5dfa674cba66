/**
 * A company's configuration as a file. Invariant: a difference is read before its file is imported.
 */
export { default as configurationClasses } from './configuration.module.css'
export { ExportCard } from './export-card.tsx'
export { ImportPanel } from './import-panel.tsx'
export { ImportsList } from './imports-list.tsx'
