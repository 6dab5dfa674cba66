import { createFileRoute } from '@tanstack/react-router'
import { AnalysisPage, analysisSearch } from '../../../features/planning/insights/index.ts'
import { pageSearch } from '../../../lib/search-params.ts'

export const Route = createFileRoute('/_staff/budget-tracking/analysis')({
  staticData: { access: 'plans.use' },
  validateSearch: pageSearch(analysisSearch),
  component: AnalysisPage,
})
