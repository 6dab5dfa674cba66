import { useQuery } from '@tanstack/react-query'
import type { AnswerEntry } from '../../../../schema/requests/forms/form.ts'
import * as endpoints from '../../../../schema/requests/sourcing/endpoints.ts'
import { call, type ResponseOf } from '../../../lib/rest.ts'
import { splitAnswers } from '../submissions/index.ts'
import { sendGranted } from './send-granted.ts'

export interface FormAddress {
  companyId: string
  categoryId: string
}
export type PublicCategory = ResponseOf<typeof endpoints.getPublicCategory>

/** Read once. The visit that comes with it is needed for sending. */
export const usePublicForm = ({ companyId, categoryId }: FormAddress) =>
  useQuery({
    queryKey: ['public-form', companyId, categoryId],
    queryFn: async ({ signal }) => {
      const options = { params: { intakeCategoryId: categoryId }, query: { companyId }, signal, anonymous: true }
      const [category, form] = await Promise.all([
        call(endpoints.getPublicCategory, options),
        call(endpoints.getPublicSteps, options),
      ])
      return { category, form }
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    gcTime: 0,
    retry: false,
  })

export interface ReceiptAddress {
  companyId: string
  token: string
}
export type Receipt = ResponseOf<typeof endpoints.getReceipt>

export const useReceipt = ({ companyId, token }: ReceiptAddress) =>
  useQuery({
    queryKey: ['public-receipt', companyId, token],
    queryFn: ({ signal }) =>
      call(endpoints.getReceipt, { params: { token }, query: { companyId }, signal, anonymous: true }),
    retry: false,
  })

export interface SentForm {
  category: PublicCategory
  name: string
  email: string
  website: string
  personToken: string | null
  entries: AnswerEntry[]
}

/** In as many numbered batches as the answers need. Each has its own repeatable command. */
export const sendPublicForm = async (
  { category, name, email, website, personToken, entries }: SentForm,
  commandId: string,
): Promise<void> => {
  const batches = splitAnswers(entries)
  const total = batches.length
  for (const [i, answers] of batches.entries()) {
    await call(endpoints.submitPublicRequest, {
      body: {
        ...{ companyId: category.company.id, visit: category.visit, name, email, website },
        ...(personToken && i + 1 === total ? { personToken } : {}),
        ...(total > 1 ? { transactionId: commandId } : {}),
        ...{ batch: i + 1, totalBatches: total },
        submission: { intakeCategoryId: category.id, answers },
      },
      commandId: total > 1 ? `${commandId}-${i + 1}` : commandId,
      anonymous: true,
    })
  }
}

/** Signed address, then the file. Returns the document's id. */
export const uploadPublicFile =
  ({ id, visit, company }: PublicCategory) =>
  async (file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<string> => {
    const body = { companyId: company.id, intakeCategoryId: id, visit, fileName: file.name }
    const grant = () => call(endpoints.grantPublicUpload, { body, signal, anonymous: true })
    return (await sendGranted(grant, file, onProgress, signal)).id
  }
