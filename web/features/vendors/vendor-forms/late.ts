/** What other areas load with the first page that needs it. */

export const loadSentForms = () => import('./sent-forms.tsx')
export const loadDocumentBadges = () => import('./document-badges.tsx')
