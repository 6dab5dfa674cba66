/**
 * Lists of requests with filters by answers, saved filters and CSV. Invariant: the cost of a page follows the page,
 * not the company.
 */
export { pairsOf, questionsCalled } from './answer-filters.ts'
export { optionsOf } from './filter-options.ts'
export { requireKnownLabels } from './known-labels.ts'
export { ALIVE, sourceSo } from './list-conditions.ts'
export { type AnswersOf, answersSo, askedFields } from './own-field-filters.ts'
