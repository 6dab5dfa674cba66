import { queryOptions } from '@tanstack/react-query'
import { askToSignUp, lookAtSignUp, startCompany } from '../../../../schema/platform/sign-up/endpoints.ts'
import { type BodyOf, call } from '../../../lib/rest.ts'

export const askForLink = (body: BodyOf<typeof askToSignUp>, commandId: string) =>
  call(askToSignUp, { body, commandId, anonymous: true })

/** Looked at once. Starting the company uses the link up. */
export const linkQuery = (token: string) =>
  queryOptions({
    queryKey: ['sign-up', token],
    queryFn: ({ signal }) => call(lookAtSignUp, { body: { token }, signal, anonymous: true }),
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnMount: false,
  })

export const start = (body: BodyOf<typeof startCompany>, commandId: string) =>
  call(startCompany, { body, commandId, anonymous: true })
