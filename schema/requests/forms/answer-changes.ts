import type { ContentChange } from '../../approvals/engine/model.ts'
import type { AnswerValue } from './form.ts'

/** One answer, or the note on it, in two versions of a request. */
export interface AnswerChange extends ContentChange {
  before: AnswerValue
  after: AnswerValue
}
