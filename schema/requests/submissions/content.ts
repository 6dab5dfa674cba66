import { z } from 'zod'
import { money } from '../../shared/money.ts'
import { calendarDate, id, questionId } from '../../shared/values.ts'
import { answerValue, type FormDefinition } from '../forms/form.ts'

/** What a request is to the approval machine: its content, and what the content stands on. */

/** What an edit can change. */
export const requestContent = z.object({
  title: z.string().max(1000),
  /** In the currency in which it was requested. */
  amount: money.nullable(),
  vendorId: id.nullable(),
  dueDate: calendarDate.nullable(),
  answers: z.record(questionId, answerValue),
  /** Notes on answers, by question id. Missing if there never was one. */
  notes: z.record(questionId, z.string()).optional(),
})
export type RequestContent = z.output<typeof requestContent>

/** The sender of a request that no member filed. */
export const contact = z.object({ name: z.string().max(200), email: z.string().max(320) })
export type Contact = z.output<typeof contact>

/** Where a request was decided that Outlay didn't decide. */
export const externalOrigin = z.object({ system: z.string(), reference: z.string() })

/** What is fixed when the request is filed. */
export const requestOrigin = z.object({
  intakeCategoryId: id,
  formVersion: z.number().int().min(0),
  /** Set for requests from a public form: a stranger filed it, so its requester is no user. */
  contact: contact.optional(),
  /** Set for forms that a vendor filled in: what was sent to them, maybe for a task. The vendor can't be changed. */
  vendorForm: z.object({ id, vendorId: id, isForTask: z.boolean().optional() }).optional(),
  /** Set for requests that were decided in another system. */
  external: externalOrigin.optional(),
})

export interface RequestSource extends z.output<typeof requestOrigin> {
  /** Without exchange rates, which the machine keeps. */
  form: FormDefinition
}
