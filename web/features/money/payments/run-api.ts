import { keepPreviousData, useQuery } from '@tanstack/react-query'
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

export const useRun = (paymentRunId: string) =>
  useQuery({
    queryKey: [...RUNS, paymentRunId],
    queryFn: ({ signal }) => call(endpoints.getRun, { params: { paymentRunId }, signal }),
    refetchInterval: ({ state }) => (isMoving(state.data) ? AGAIN_MS : false),
  })

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
    invalidates: [paymentKeys.all],
    onSuccess: ({ id }) => onSuccess(id),
  })

export const useDecideRun = (paymentRunId: string) =>
  useCommand({
    run: (shouldConfirm: boolean, { commandId }) =>
      call(endpoints.decideRun, { params: { paymentRunId }, body: { shouldConfirm }, commandId }),
    success: ({ status }) => (status === 'STARTED' ? 'Payments started' : 'Payments rejected'),
    invalidates: [paymentKeys.all],
  })

export const useLimits = () =>
  useQuery({
    queryKey: [...paymentKeys.all, 'limits'],
    queryFn: ({ signal }) => call(endpoints.getLimits, { signal }),
  })
