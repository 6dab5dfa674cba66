import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import * as endpoints from '../../../../schema/money/payments/run-endpoints.ts'
import { call } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { paymentKeys } from './api.ts'

/** Payments that are started together. */

export type PaymentRun = endpoints.PaymentRun

const RUNS = [...paymentKeys.all, 'runs'] as const
const AGAIN_MS = 2_000

const isMoving = (run: PaymentRun | undefined): boolean =>
  run?.status === 'STARTED' && run.progress.some(({ status }) => status === 'PROCESSING')

/** The list beside it follows what becomes of its payments. */
export const useRun = (paymentRunId: string) => {
  const client = useQueryClient()
  const run = useQuery({
    queryKey: [...RUNS, paymentRunId],
    queryFn: ({ signal }) => call(endpoints.getRun, { params: { paymentRunId }, signal }),
    refetchInterval: ({ state }) => (isMoving(state.data) ? AGAIN_MS : false),
  })
  const progress = JSON.stringify(run.data?.progress)
  const seen = useRef(progress)
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== progress)
      void client.invalidateQueries({ queryKey: paymentKeys.list })
    seen.current = progress
  }, [client, progress])
  return run
}

export const useRunPreview = (billPaymentIds: string[], payWhen: endpoints.RunWhen) =>
  useQuery({
    queryKey: [...RUNS, 'preview', payWhen, billPaymentIds],
    queryFn: ({ signal }) => call(endpoints.previewRun, { body: { billPaymentIds, payWhen }, signal }),
    staleTime: 0,
    // Until the other days are known, those before are shown.
    placeholderData: keepPreviousData,
  })

export const useCreateRun = (onSuccess: (id: string) => void) =>
  useCommand({
    run: (body: { billPaymentIds: string[]; paymentMethodId: string; payWhen: endpoints.RunWhen }, { commandId }) =>
      call(endpoints.createRun, { body, commandId }),
    success: ({ status }, { payWhen }) => {
      if (status === 'WAITING') return 'Waiting for a second person'
      return payWhen === 'DUE' ? 'Payments scheduled' : 'Payments started'
    },
    invalidates: [paymentKeys.all, paymentKeys.list],
    onSuccess: ({ id }) => onSuccess(id),
  })

export const useDecideRun = (paymentRunId: string) =>
  useCommand({
    run: (shouldConfirm: boolean, { commandId }) =>
      call(endpoints.decideRun, { params: { paymentRunId }, body: { shouldConfirm }, commandId }),
    success: ({ status }) => (status === 'STARTED' ? 'Payments started' : 'Payments rejected'),
    invalidates: [paymentKeys.all, paymentKeys.list],
  })

export const useLimits = () =>
  useQuery({
    queryKey: [...paymentKeys.all, 'limits'],
    queryFn: ({ signal }) => call(endpoints.getLimits, { signal }),
  })
