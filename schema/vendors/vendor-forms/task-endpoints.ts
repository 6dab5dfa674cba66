import { z } from 'zod'
import { requestOutcome } from '../../approvals/engine/outcome.ts'
import { endpoint } from '../../shared/endpoint.ts'
import { email, id } from '../../shared/values.ts'
import { sentForm } from './endpoints.ts'
import { NO_RECIPIENT } from './values.ts'

/** The forms of a step that sends them to a vendor. */

const params = z.object({ id })
const noText = (value: unknown): unknown => (typeof value === 'string' && value.trim() === '' ? undefined : value)

/** A form of a step, with whether the person may open it. */
export const taskForm = sentForm.extend({ canOpen: z.boolean() })
export type TaskFormView = z.infer<typeof taskForm>

export const listTaskForms = endpoint({
  id: 'workflow-tasks.vendor-forms',
  method: 'GET',
  path: '/api/level-group-statuses/{id}/vendor-forms',
  summary: 'The forms that were sent to a vendor for a block, newest first',
  params,
  response: z.array(taskForm),
})

export const sendTaskForms = endpoint({
  id: 'workflow-tasks.send-vendor-forms',
  method: 'POST',
  path: '/api/level-group-statuses/{id}/send-vendor-forms',
  summary: 'Send the forms of a block to someone else. Those that are still open elsewhere are closed',
  params,
  body: z
    .object({
      /** Defaults to the vendor that the task is for. */
      vendorId: z.preprocess(noText, id.optional()),
      email: z.preprocess(noText, email.optional()),
      vendorUserId: z.preprocess(noText, id.optional()),
      allVendorCompanyUsers: z.boolean().optional(),
      message: z.string().trim().max(5000, 'At most 5,000 characters').optional(),
      /** Defaults to those that the vendor has not submitted. */
      intakeCategoryIds: z.array(id).min(1).max(10).optional(),
    })
    .refine((body) => body.email || body.vendorUserId || body.allVendorCompanyUsers, {
      error: NO_RECIPIENT,
      path: ['email'],
    }),
  response: requestOutcome.pick({ status: true }).extend({ intakeSubmissionIds: z.array(z.string()) }),
})
