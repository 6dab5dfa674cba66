import { type Address, to } from '../../../lib/address.ts'
import type { SentForm } from './api.ts'

export const sentFormHref = ({ intakeSubmissionId }: Pick<SentForm, 'intakeSubmissionId'>): Address =>
  to('/vendor-forms/$intakeSubmissionId/{-$tab}', { intakeSubmissionId })
