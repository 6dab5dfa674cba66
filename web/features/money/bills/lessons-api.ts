import { useQuery } from '@tanstack/react-query'
import {
  forgetLesson,
  type Lesson,
  listLessons,
  recognizeVendor,
} from '../../../../schema/money/invoice-reading/lessons.ts'
import { call } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { invoiceKeys } from './api.ts'

/** What earlier bills taught about invoices. */

const lessonKeys = { all: [...invoiceKeys.all, 'lessons'] as const }

export const useRecognizedVendor = (invoiceId: string | null, isRead: boolean) =>
  useQuery({
    queryKey: [...invoiceKeys.all, 'vendor', invoiceId],
    queryFn: ({ signal }) => call(recognizeVendor, { params: { invoiceId: invoiceId ?? '' }, signal }),
    enabled: invoiceId !== null && isRead,
  })

export const useLessons = (erpVendorId: string | null) =>
  useQuery({
    queryKey: [...lessonKeys.all, erpVendorId],
    queryFn: ({ signal }) => call(listLessons, { params: { erpVendorId: erpVendorId ?? '' }, signal }),
    enabled: erpVendorId !== null,
  })

export const useForget = () =>
  useCommand({
    run: ({ id }: Lesson, { commandId }) => call(forgetLesson, { params: { lessonId: id }, commandId }),
    success: 'Forgotten',
    invalidates: [lessonKeys.all],
  })
