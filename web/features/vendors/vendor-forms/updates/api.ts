import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import * as endpoints from '../../../../../schema/vendors/vendor-forms/update-endpoints.ts'
import { call } from '../../../../lib/rest.ts'
import { useCommand } from '../../../../lib/use-command.ts'
import { requestKeys } from '../../../requests/submissions/index.ts'

export type { FormUpdates, UpdateRow } from '../../../../../schema/vendors/vendor-forms/update-endpoints.ts'

/** With the request, so that it is read again when something happens to it. */
const keyOf = (id: string) => [...requestKeys.one(id), 'updates'] as const

/** What the person saw last, by form. */
const shown = new Map<string, string>()

const WRITING_MS = 3000

export const useFormUpdates = (id: string) => {
  const read = useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => call(endpoints.getFormUpdates, { params: { intakeSubmissionId: id }, signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'WAITING' ? WRITING_MS : false),
  })
  const digest = read.data?.digest
  useEffect(() => {
    if (digest) shown.set(id, digest)
    else shown.delete(id)
  }, [id, digest])
  return read
}

export const useChooseUpdates = (id: string) => {
  const client = useQueryClient()
  return useCommand({
    run: (leaveOut: string[], { commandId }) =>
      call(endpoints.chooseFormUpdates, { params: { intakeSubmissionId: id }, body: { leaveOut }, commandId }),
    onSuccess: (updates) => {
      client.setQueryData(keyOf(id), updates)
    },
  })
}

/** Nothing, if nothing was shown. */
export const confirmShown = async (id: string): Promise<void> => {
  const digest = shown.get(id)
  if (digest) await call(endpoints.confirmFormUpdates, { params: { intakeSubmissionId: id }, body: { digest } })
}
