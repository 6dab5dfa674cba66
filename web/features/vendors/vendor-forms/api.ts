import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AnswerEntry } from '../../../../schema/requests/forms/form.ts'
import * as staff from '../../../../schema/vendors/vendor-forms/endpoints.ts'
import * as endpoints from '../../../../schema/vendors/vendor-forms/portal-endpoints.ts'
import * as task from '../../../../schema/vendors/vendor-forms/task-endpoints.ts'
import type { FormFilter } from '../../../../schema/vendors/vendor-forms/values.ts'
import { type BodyOf, call, type ResponseOf } from '../../../lib/rest.ts'
import { sendGranted } from '../../requests/sourcing/index.ts'
import { splitAnswers } from '../../requests/submissions/index.ts'
import { type DocumentTarget, documentsByLink, documentsWithAccount } from './document-api.ts'

export type { SentForm, VendorForm } from '../../../../schema/vendors/vendor-forms/endpoints.ts'
export type { FormInHand } from '../../../../schema/vendors/vendor-forms/portal-endpoints.ts'

export const formKeys = {
  all: ['vendor-forms'] as const,
  list: (filter: FormFilter | undefined) => ['vendor-forms', 'list', filter ?? 'ALL'] as const,
  one: (id: string) => ['vendor-forms', 'one', id] as const,
  ofVendor: (vendorId: string) => ['vendor-forms', 'of-vendor', vendorId] as const,
  ofStep: (blockId: string, sequence: number) => ['vendor-forms', 'of-step', blockId, sequence] as const,
  sent: (id: string) => ['vendor-forms', 'sent', id] as const,
}

// ---- The company

export const useFormsOfVendor = (vendorId: string) =>
  useQuery({
    queryKey: formKeys.ofVendor(vendorId),
    queryFn: ({ signal }) => call(staff.listFormsOfVendor, { params: { vendorId }, signal }),
  })

export const useSentForm = (intakeSubmissionId: string) =>
  useQuery({
    queryKey: formKeys.sent(intakeSubmissionId),
    queryFn: ({ signal }) => call(staff.getSentForm, { params: { intakeSubmissionId }, signal }),
  })

export type FormToSend = BodyOf<typeof staff.sendVendorForm>

export const sendForm = (vendorId: string, body: FormToSend, commandId: string) =>
  call(staff.sendVendorForm, { params: { vendorId }, body, commandId })

export const resendForm = (intakeSubmissionId: string, commandId: string) =>
  call(staff.resendVendorForm, { params: { intakeSubmissionId }, commandId })

export const closeForm = (intakeSubmissionId: string, commandId: string) =>
  call(staff.revokeVendorForm, { params: { intakeSubmissionId }, commandId })

export const deleteForm = (submissionId: string, commandId: string) =>
  call(staff.deleteFormSubmission, { body: { submissionId }, commandId })

/** The forms of a step, read again when the step changes. */
export const useTaskForms = (blockId: string, sequence: number) =>
  useQuery({
    queryKey: formKeys.ofStep(blockId, sequence),
    queryFn: ({ signal }) => call(task.listTaskForms, { params: { id: blockId }, signal }),
    placeholderData: keepPreviousData,
  })

export type TaskFormsToSend = BodyOf<typeof task.sendTaskForms>

export const sendTaskForms = (blockId: string, body: TaskFormsToSend, commandId: string) =>
  call(task.sendTaskForms, { params: { id: blockId }, body, commandId })

// ---- The vendor

export const useForms = (filter?: FormFilter) =>
  useQuery({
    queryKey: formKeys.list(filter),
    queryFn: ({ signal }) => call(endpoints.listVendorForms, { query: filter ? { filter } : {}, signal }),
  })

/** A form with its questions and answers, as a page opens it. */
export interface OpenedForm {
  form: endpoints.FormInHand
  definition: ResponseOf<typeof endpoints.getVendorFormSteps>
  answers: ResponseOf<typeof endpoints.getVendorFormAnswers>['answers']
}

export const readForm = async (intakeSubmissionId: string, signal?: AbortSignal): Promise<OpenedForm> => {
  const options = { params: { intakeSubmissionId }, signal }
  const [form, definition, { answers }] = await Promise.all([
    call(endpoints.getVendorForm, options),
    call(endpoints.getVendorFormSteps, options),
    call(endpoints.getVendorFormAnswers, options),
  ])
  return { form, definition, answers }
}

export const useOpenedForm = (intakeSubmissionId: string) =>
  useQuery({
    queryKey: formKeys.one(intakeSubmissionId),
    queryFn: ({ signal }) => readForm(intakeSubmissionId, signal),
  })

export type EarlierAnswer = ResponseOf<typeof endpoints.getEarlierAnswers>[number]

/** What the vendor answered before, by the form's questions. Without it the form is filled in all the same. */
export const useEarlierAnswers = (intakeSubmissionId: string, enabled: boolean): ReadonlyMap<string, EarlierAnswer> => {
  const { data } = useQuery({
    queryKey: [...formKeys.one(intakeSubmissionId), 'earlier'],
    queryFn: ({ signal }) => call(endpoints.getEarlierAnswers, { params: { intakeSubmissionId }, signal }),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return useMemo(() => new Map((data ?? []).map((answer) => [answer.questionId, answer])), [data])
}

export type Link = ResponseOf<typeof endpoints.openFormLink>

const toOpened = ({ form, steps, exchange, unused, answers }: Link): OpenedForm => ({
  form,
  definition: { steps, exchange, unused },
  answers,
})

/** Read once: a page being filled in must not be replaced by a later answer. */
export const useFormLink = (token: string) =>
  useQuery({
    queryKey: ['vendor-form-link', token],
    queryFn: async ({ signal }) => {
      const link = await call(endpoints.openFormLink, { params: { token }, signal, anonymous: true })
      return { ...link, opened: toOpened(link) }
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    gcTime: 0,
    retry: false,
  })

// ---- Saving

export interface Saving {
  entries: AnswerEntry[]
  isDraft: boolean
  version: number
  /** Who fills it in, if they have no account. */
  name?: string
}

type Batch = Omit<BodyOf<typeof endpoints.submitVendorForm>, 'batch' | 'totalBatches'> & {
  batch: number
  totalBatches: number
}
type Saved = ResponseOf<typeof endpoints.submitVendorForm>

/** Where a form and its documents are saved. */
export interface FormTarget {
  save: (batch: Batch, saving: Saving, commandId: string) => Promise<Saved>
  /** Reads it again, with what others saved. */
  read: () => Promise<OpenedForm>
  documents: DocumentTarget
}

/** In as many numbered batches as the answers need. Each has its own repeatable command. */
export const saveForm = async (target: FormTarget, saving: Saving, commandId: string): Promise<number> => {
  const batches = splitAnswers(saving.entries)
  const totalBatches = batches.length
  let version = saving.version
  for (const [i, fields] of batches.entries()) {
    const batch: Batch = {
      steps: [{ stepId: 'answers', fields }],
      ...{ isDraft: saving.isDraft, version: saving.version, batch: i + 1, totalBatches },
      ...(totalBatches > 1 && { transactionId: commandId }),
    }
    const saved = await target.save(batch, saving, totalBatches > 1 ? `${commandId}-${i + 1}` : commandId)
    version = saved.version
  }
  return version
}

export const withAccount = (intakeSubmissionId: string): FormTarget => ({
  save: (body, _, commandId) => call(endpoints.submitVendorForm, { params: { intakeSubmissionId }, body, commandId }),
  read: () => readForm(intakeSubmissionId),
  documents: documentsWithAccount(intakeSubmissionId),
})

const uploadByLink =
  (token: string): DocumentTarget['upload'] =>
  async (file, onProgress, signal) => {
    const options = { params: { token }, body: { fileName: file.name }, signal, anonymous: true }
    return (await sendGranted(() => call(endpoints.grantLinkUpload, options), file, onProgress, signal)).id
  }

export const byLink = (token: string): FormTarget => ({
  save: (body, { name }, commandId) =>
    call(endpoints.submitFormLink, {
      params: { token },
      body: { ...body, ...(name && { name }) },
      commandId,
      anonymous: true,
    }),
  read: async () => toOpened(await call(endpoints.openFormLink, { params: { token }, anonymous: true })),
  documents: documentsByLink(token, uploadByLink(token)),
})
