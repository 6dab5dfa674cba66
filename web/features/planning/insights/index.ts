/**
 * Financial insights on screens: a plan beside what was spent or earned, and what stands behind each figure. Invariant:
 * what is shown and what is opened have the same filters and months, which are in the address.
 */
export { AnalysisPage } from './analysis-page.tsx'
export { analysisSearch } from './search.ts'
