import type { PersonRef } from '../../../../schema/approvals/engine/facts.ts'
import type { Answers } from '../../../../schema/requests/forms/form.ts'
import type { Notes } from '../../../../schema/requests/forms/notes.ts'
import type { Save } from '../../../core/save-batches.ts'
import type { FilingContext } from './planning.ts'
import type { SubmissionAccess } from './visibility.ts'

/** What is saved of a request: a draft, a new request or an edit. */
export interface Filing {
  id: string
  /** Used if the form has no question for it. */
  title?: string | undefined
  existing: SubmissionAccess | null
  filing: FilingContext
  answers: Answers
  notes: Notes
  requestorUserId: string
  /** Watchers besides those of the workflow. Undefined if an edit leaves them unchanged. */
  watchers: PersonRef[] | undefined
  keepsApprovals: boolean
  version: number | undefined
  /** The save that it came with. Null if it didn't come in batches. */
  save: Save | null
}
