/**
 * Lists of requests: the company's, a category's, and what waits for a person. Invariant: filters live in the address.
 */
export { AnswerFilters } from './answer-filters.tsx'
export { useAnswerChips } from './answers.ts'
export { CategoryCards } from './category-cards.tsx'
export { hrefOf, REQUEST_COLUMNS } from './columns.tsx'
export { loadFollowing, loadRequestCommands } from './late.ts'
export { RequestList } from './request-list.tsx'
export { listSearch } from './search.ts'
export { Shortcuts } from './shortcuts.tsx'
