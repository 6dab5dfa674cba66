import { plural } from '../../../approvals/workflows/index.ts'
import type { CategoryForSettings } from '../api.ts'

/** What happens to a category's requests when it is deleted. */
export const deletionText = ({ requestCount }: CategoryForSettings): string =>
  requestCount
    ? `No one can file under it anymore. That doesn’t affect its ${plural(requestCount, 'request')}.`
    : 'No one can file under it anymore. Its form and workflows are no longer used.'
