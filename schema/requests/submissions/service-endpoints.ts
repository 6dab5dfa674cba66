import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { id, shownDate } from '../../shared/values.ts'

/** The services of a request (specification 2 §1 and §7): chosen in its answers, or linked to it. */

const submissionParams = z.object({ id })

export const requestService = z.object({
  id: z.string(),
  name: z.string(),
  archived: z.boolean(),
  vendor: z.object({ id: z.string(), name: z.string() }),
  /** yyyy-mm-dd when its last period ends. Null without any, and if it runs month to month. */
  endDate: shownDate.nullable(),
})
export type RequestService = z.infer<typeof requestService>

export const listLinkedServices = endpoint({
  id: 'intake.get-linked-services',
  method: 'GET',
  path: '/api/intake-submission/{id}/linked-services',
  summary: 'Services linked to the request',
  params: submissionParams,
  response: z.array(requestService.extend({ canRemove: z.boolean() })),
})

export const listServicesFromAnswers = endpoint({
  id: 'intake.get-services-from-answers',
  method: 'GET',
  path: '/api/intake-submission/{id}/services-from-answers',
  summary: 'Services in the request’s answers, each with its question',
  params: submissionParams,
  response: z.array(requestService.extend({ question: z.string() })),
})

export const addIntakeServices = endpoint({
  id: 'intake.add-services',
  method: 'POST',
  path: '/api/intake-submission/{id}/services',
  summary: 'Link services to the request; existing links stay',
  params: submissionParams,
  body: z.object({ serviceIds: z.array(id).min(1, 'Choose at least one service').max(50, 'At most 50 services') }),
  response: z.object({ id: z.string() }),
})

export const removeIntakeService = endpoint({
  id: 'intake.unlink-service',
  method: 'DELETE',
  path: '/api/intake-submission/{id}/services/{serviceId}',
  summary: 'Remove a linked service from the request',
  params: submissionParams.extend({ serviceId: id }),
  response: z.null(),
})
