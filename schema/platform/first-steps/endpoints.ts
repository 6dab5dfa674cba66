import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { FIRST_STEPS_STATES } from './states.ts'

/** What a new company has set up, for people who manage its settings. */

export const FIRST_STEPS = ['PEOPLE', 'DEPARTMENTS', 'CATEGORY', 'TRIED', 'REQUEST'] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

export const firstSteps = z.object({
  state: z.enum(FIRST_STEPS_STATES),
  /** Those that the company's features need, in the order in which they are best taken. */
  steps: z.array(z.object({ step: z.enum(FIRST_STEPS), isDone: z.boolean() })),
})
export type FirstSteps = z.infer<typeof firstSteps>

export const getFirstSteps = endpoint({
  id: 'first-steps.get',
  method: 'GET',
  path: '/api/first-steps',
  summary: 'What a new company has set up so far',
  response: firstSteps,
})

export const setFirstSteps = endpoint({
  id: 'first-steps.set',
  method: 'PUT',
  path: '/api/first-steps',
  summary: 'Show the first steps on Home, hide them, or say that all are taken',
  body: z.object({ state: z.enum(FIRST_STEPS_STATES) }),
  response: z.object({ state: z.enum(FIRST_STEPS_STATES) }),
})

export const markApprovalsTried = endpoint({
  id: 'first-steps.tried-approvals',
  method: 'POST',
  path: '/api/first-steps/tried-approvals',
  summary: 'Remember that someone has tried approvals with sample answers',
  body: z.object({}),
  response: z.null(),
})
