import type { CategoryForSettings } from '../api.ts'
import { plural } from '../workflows/workflow-words.ts'

/** What becomes of a category's requests when it is deleted. */
export const deletionText = ({ requestCount }: CategoryForSettings): string =>
  requestCount
    ? `Nobody can file under it any more. Its ${plural(requestCount, 'request')} stay and go on as they are.`
    : 'Nobody can file under it any more. Its form and workflows are no longer used.'
