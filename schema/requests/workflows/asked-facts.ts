import { FACTS } from '../../approvals/engine/facts.ts'
import { NO_CONDITIONS } from '../../shared/conditions.ts'
import type { FormDefinition, FormStep, Question } from '../forms/form.ts'

/** What conditions of workflows can ask besides the form's questions. */

/** Yes if a request proposes a vendor that the company doesn't have yet. */
const NEW_VENDOR: Question = {
  ...{ id: FACTS.isNewVendor, label: 'New vendor', type: 'YES_NO', ordinal: 0 },
  description: 'Yes if the request proposes a vendor that isn’t in your list yet.',
  ...{ isRequired: false, isMulti: false, options: [], documentTypes: [], showOnVendorDetails: false },
  requireDepartmentApproverAssigneeSelection: false,
  ...NO_CONDITIONS,
}

const STEP: FormStep = {
  id: 'fact:request',
  label: 'The request',
  ordinal: -1,
  isAdditionalStep: false,
  questions: [NEW_VENDOR],
}

/** The question that asks for the vendor. */
export const vendorQuestionOf = (form: FormDefinition): Question | undefined =>
  form.steps.flatMap((step) => step.questions).find(({ type }) => type === 'VENDOR_SELECT')

/** The form with what else its workflows can ask, as questions that no one answers. */
export const withFacts = (form: FormDefinition): FormDefinition =>
  vendorQuestionOf(form) ? { ...form, steps: [STEP, ...form.steps] } : form
