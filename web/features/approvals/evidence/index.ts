/** Evidence packs: the item of a page's menu, and the dialog that makes and offers the files. */
export { useEvidenceDialog } from './use-evidence-dialog.tsx'
