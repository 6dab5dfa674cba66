import { chosenIds } from '../../../../schema/requests/forms/chosen-departments.ts'
import type { AnswerEntry } from '../../../../schema/requests/forms/form.ts'
import { givenNotes, keptNotes, notesIn } from '../../../../schema/requests/forms/notes.ts'
import { allQuestions } from '../../../../schema/requests/forms/visibility.ts'
import * as endpoints from '../../../../schema/requests/sourcing/endpoints.ts'
import { answersOf, type SubmissionInput } from '../../../../schema/requests/submissions/filing-endpoints.ts'
import type { Place } from '../../../core/cells.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { networkOf } from '../../../core/network.ts'
import { type BaseContext, command, inputOf, query } from '../../../core/operation.ts'
import { named, type Save, saveInBatches } from '../../../core/save-batches.ts'
import { widgetOf } from '../../../integrations/turnstile/client.ts'
import { requirePerson } from '../../../integrations/turnstile/require-person.ts'
import { limitRate } from '../../platform/session/index.ts'
import {
  answersIn,
  checkAnswers,
  contentOf,
  linkDocuments,
  loadFilingContext,
  planFor,
  tellRequest,
  unknownIn,
  withTitle,
} from '../submissions/index.ts'
import { requireAnyPublicForm, requirePublicForm, requirePublicFormWithRates, senderOf } from './public-form.ts'
import { openVisit, readVisit, type Visit, withoutVisit } from './visit.ts'

/** A form's address names its company. Programs may leave it out. */
const formPlace = ({
  companyId,
  intakeCategoryId,
}: {
  companyId?: string | undefined
  intakeCategoryId: string
}): Place => (companyId ? { companyId } : { table: 'intake_categories', id: intakeCategoryId })

const HOUR_MS = 60 * 60 * 1000
/** Forms an hour. */
const MOST_FROM_NETWORK = 30
/** For each form, which mails a receipt to an address that needn't be the sender's. */
const MOST_BY_ADDRESS = 10

/** Without a proxy in front, as on a local machine, everyone has the same address. */
const most = ({ clientAddress }: BaseContext, max: number): number => (clientAddress === 'local' ? 10_000 : max)

export const limitPublic = (context: BaseContext, what: string, categoryId: string, max: number): Promise<void> =>
  limitRate(context, HOUR_MS, [
    { key: `${what}-from:${networkOf(context.clientAddress)}`, max: most(context, max) },
    { key: `${what}-to:${categoryId}`, max: most(context, 50 * max) },
  ])

/** A sourcing form's information about itself and its company, and the proof that it was opened. */
export const readPublicCategory = query({
  id: 'public.category',
  access: 'public',
  input: inputOf(endpoints.getPublicCategory),
  place: formPlace,
  run: async (context, { intakeCategoryId, companyId }) => {
    const { category, company, flags, requirePersonCheck } = await requirePublicForm(
      context,
      companyId,
      intakeCategoryId,
    )
    return {
      ...category,
      company: {
        id: company.id,
        name: company.name,
        currency: company.currency,
        enableCurrencies: flags.enableCurrencies,
        lightLogoUrl: company.lightLogoKey && logoUrl(company.id, category.id, 'light'),
        darkLogoUrl: company.darkLogoKey && logoUrl(company.id, category.id, 'dark'),
      },
      visit: await openVisit(context, category.id),
      personCheck: requirePersonCheck ? widgetOf(context.env) : null,
    }
  },
})

export const logoUrl = (companyId: string, categoryId: string, scheme: 'light' | 'dark'): string =>
  `/public-api/intake-categories/${categoryId}/logo?${new URLSearchParams({ companyId, scheme })}`

/** For people who see the form. Throws NOT_FOUND like the form, and for anything that isn't a picture. */
export const readPublicLogo = query({
  id: 'public.category-logo',
  access: 'public',
  input: inputOf(endpoints.getPublicLogo),
  place: formPlace,
  run: async (context, { intakeCategoryId, companyId, scheme }) => {
    const { company } = await requirePublicForm(context, companyId, intakeCategoryId)
    const key = scheme === 'dark' ? company.darkLogoKey : company.lightLogoKey
    const object = key && (await context.env.DOCUMENTS.get(key))
    const contentType = object ? (object.httpMetadata?.contentType ?? '') : ''
    if (!object || !contentType.startsWith('image/')) throw notFound('The logo')
    return { object, contentType }
  },
})

export const readPublicSteps = query({
  id: 'public.category-steps',
  access: 'public',
  input: inputOf(endpoints.getPublicSteps),
  place: formPlace,
  run: async (context, { intakeCategoryId, companyId }) => {
    const { form, exchange } = await requirePublicFormWithRates(context, companyId, intakeCategoryId)
    return { ...form, exchange }
  },
})

/** Throws the same NOT_FOUND for a company without a form that anyone can open. */
export const readPublicCompanyLogo = query({
  id: 'public.company-logo',
  access: 'public',
  input: inputOf(endpoints.getPublicCompanyLogo),
  place: ({ companyId }) => ({ companyId }),
  run: async ({ db }, { companyId }) => {
    const { company, category } = await requireAnyPublicForm(db, companyId)
    return {
      logoUrl: company.lightLogoKey && logoUrl(companyId, category.id, 'light'),
      darkLogoUrl: company.darkLogoKey && logoUrl(companyId, category.id, 'dark'),
    }
  },
})

/**
 * Files a stranger's submission as a request of the form's company. No one in the company is its requester: the sender
 * is a contact, so any member can approve it, and the history says that it came by the public form. Throws INVALID with
 * messages by question id, RULE_BROKEN for what only programs do and if the workflow finds no approvers, CONFLICT for a
 * second submission from one visit, LIMITED.
 */
export const submitPublicRequest = command({
  id: 'public.submit-request',
  access: 'public',
  idempotency: 'object',
  input: inputOf(endpoints.submitPublicRequest),
  place: ({ companyId }) => ({ companyId }),
  run: async (context, input) => {
    const { email, website, transactionId, batch, totalBatches, submission } = input
    const name = input.name ?? email
    const categoryId = submission.intakeCategoryId
    const open = await requirePublicForm(context, input.companyId, categoryId)
    const visit = input.visit
      ? await readVisit(context, categoryId, input.visit)
      : withoutVisit(transactionId ? { ...context, commandId: transactionId } : context, categoryId, email)
    checkIsPerson(context, visit.openedAt, website)
    await limitPublic(context, 'sourcing-form', categoryId, MOST_FROM_NETWORK)
    if (!input.visit) await limitPublic(context, 'sourcing-direct', categoryId, 10)
    const sender = senderOf(context, open, { contactId: visit.contactId, name, email })
    return saveInBatches(
      sender,
      {
        object: `sourcing:${categoryId}`,
        transactionId,
        batch,
        totalBatches,
        words: { name, email, title: submission.title ?? null },
        payload: answersOf(submission),
      },
      {
        waiting: { complete: false },
        carryOut: async ({ payloads, save }) => {
          const answers = (payloads as AnswerEntry[][]).flat()
          await filePublic({ context, sender, open, visit, name, email, input, answers, save })
          return { complete: true }
        },
      },
    )
  },
})

interface Filed {
  context: BaseContext
  sender: ReturnType<typeof senderOf>
  open: Awaited<ReturnType<typeof requirePublicForm>>
  visit: Visit
  name: string
  email: string
  input: { submission: Pick<SubmissionInput, 'intakeCategoryId' | 'title'>; personToken?: string | undefined }
  answers: AnswerEntry[]
  save: Save
}

const filePublic = async ({ context, sender, open, visit, name, email, input, answers: list, save }: Filed) => {
  const { submission, personToken } = input
  const categoryId = submission.intakeCategoryId
  const toAddress = { key: `sourcing-form-by:${categoryId}:${email}`, max: most(context, MOST_BY_ADDRESS) }
  await limitRate(context, HOUR_MS, [toAddress])
  if (open.requirePersonCheck) await requireSender(context, personToken, visit.submissionId)
  const given = answersIn(list)
  const filing = await loadFilingContext(sender, {
    categoryId,
    requestorUserId: visit.contactId,
    contactName: name,
    answers: given,
  })
  const answers = filing.filed(withTitle(filing.form, given, submission.title))
  const notes = keptNotes(filing.form, answers, notesIn(list))
  const unknown = await unknownIn(sender, filing, given)
  // Strangers can't set a file's document type.
  checkAnswers(filing, answers, { draft: false, notes, before: answers, unknown })
  const content = contentOf(filing.form, answers, filing.category, name)
  const documents = allQuestions(filing.form)
    .filter((question) => question.type === 'DOCUMENTS')
    .flatMap((question) => chosenIds(content.answers[question.id]))
  // Done before the object decides, because an approver must never see a request without its documents.
  if (documents.length) await context.db.batch([linkDocuments(sender, visit.submissionId, documents)])
  const contact = { userId: visit.contactId, name }
  await tellRequest(named(sender, save), {
    submissionId: visit.submissionId,
    categoryId: null,
    as: {
      kind: 'SYSTEM',
      companyId: open.company.id,
      userId: visit.contactId,
      name: `${name} (public form)`,
      impersonatorUserId: null,
      isAdmin: false,
      canBypass: false,
      isCategoryOwner: false,
      submitsForOthers: false,
      delegatorIds: [],
    },
    planning: {
      ...planFor(filing, answers),
      settings: { mode: filing.approvalMode, enforceOrder: open.flags.enforceIntakeApprovalOrder },
    },
    command: {
      type: 'submit',
      targetType: 'INTAKE_SUBMISSION',
      targetId: visit.submissionId,
      source: { intakeCategoryId: categoryId, formVersion: filing.category.formVersion, contact: { name, email } },
      requestor: contact,
      createdBy: contact,
      content: { ...content, ...givenNotes(notes) },
    },
  }).catch(withoutInternals)
  const ended = save.done({ complete: true })
  if (ended.length > 0) await context.db.batch(ended)
}

/** As `requirePerson`. Without Turnstile in the installation, a form that asks for the check takes nothing. */
const requireSender = async (context: BaseContext, token: string | undefined, submissionId: string): Promise<void> => {
  // The box isn't shown, so no one could tick it.
  if (!widgetOf(context.env)) {
    throw new AppError('UPSTREAM', 'This form can’t be sent right now. Please let the company know.', {
      reason: 'FORM_CLOSED',
    })
  }
  const attempt = submissionId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
  await requirePerson(context, token, attempt)
}

const checkIsPerson = ({ clock }: BaseContext, openedAt: number, website: string | undefined): void => {
  if (website) {
    throw new AppError('RULE_BROKEN', 'A hidden field was filled in. Reload the page and try again.', {
      reason: 'NOT_A_PERSON',
    })
  }
  if (clock.now() - openedAt < endpoints.MIN_FILL_MS) {
    throw new AppError('RULE_BROKEN', 'That was very quick. Wait a few seconds and send the form again.', {
      reason: 'TOO_FAST',
    })
  }
}

/** Strangers shouldn't learn which approvers are missing. */
const withoutInternals = (error: unknown): never => {
  if (error instanceof AppError && error.reason === 'NOBODY_CAN_APPROVE') {
    throw new AppError('RULE_BROKEN', 'This form can’t be sent right now. Please let the company know.', {
      reason: 'FORM_CLOSED',
    })
  }
  if (error instanceof AppError && error.reason === 'ALREADY_SUBMITTED') {
    throw new AppError('CONFLICT', 'This form has already been sent. Reload the page to send another one.', {
      reason: 'ALREADY_SUBMITTED',
    })
  }
  throw error
}
