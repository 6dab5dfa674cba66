import { company } from './data/company.ts'

/** A page with five filters: a status, a category, a vendor, a period and an answer, without archived requests. */
const asked = {
  status: 'APPROVED',
  // The generated requests have both together, at every size.
  intakeCategoryId: company.categories[3]?.id ?? '',
  vendorId: company.vendors[12]?.id ?? '',
  createdFrom: '2020-01-01',
} as const
const answerFilters = ['Will it hold personal data?', 'false']

/** As the Worker's statement takes it. */
export const FILTERED_PAGE = {
  first: 20,
  filter: 'ACTIVE' as const,
  source: 'MEMBERS' as const,
  ...asked,
  answerFilters,
}

/** Without the columns that only some lists show, which the floor doesn't answer either. */
const PLAIN = 'include[]=none'
export const LIST_PATH = `/api/intake-submissions?${PLAIN}`

/** As the browser requests it. */
export const filteredPath = (): string => {
  const query = new URLSearchParams(asked)
  for (const part of answerFilters) query.append('answerFilters[]', part)
  return `${LIST_PATH}&${query}`
}
