import { errorMessage, isApiError } from '../../../../lib/errors.ts'
import type { AutosaveProblem } from '../autosave.ts'

/** What a refused save means for the draft. */
export const problemOf = (error: unknown, exists: boolean): AutosaveProblem => {
  if (isApiError(error, 'CONFLICT')) {
    return { kind: 'conflict', message: 'This draft was changed elsewhere, in another tab or on another device.' }
  }
  if (exists && isApiError(error, 'NOT_FOUND')) return { kind: 'gone', message: 'This draft was deleted elsewhere.' }
  if (isApiError(error) && error.reason === 'ALREADY_SUBMITTED') {
    return { kind: 'submitted', message: 'This draft was submitted elsewhere in the meantime.' }
  }
  return { kind: 'failed', message: errorMessage(error) }
}
