import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { Answers, AnswerValue } from '../../../../../schema/requests/forms/form.ts'
import { validateAnswers } from '../../../../../schema/requests/forms/validation.ts'
import { filingSteps, visibleQuestions } from '../../../../../schema/requests/forms/visibility.ts'
import type { BidFile } from '../../../../../schema/requests/sourcing-events/values.ts'
import type { Money } from '../../../../../schema/shared/money.ts'
import { errorMessage, isApiError } from '../../../../lib/errors.ts'
import { useCommand } from '../../../../lib/use-command.ts'
import { confirm } from '../../../../ui/confirm.tsx'
import { DraftNotice } from '../../../../ui/drafts/draft-notice.tsx'
import { useDraft } from '../../../../ui/drafts/use-draft.ts'
import { usePauses } from '../../../../ui/drafts/use-pauses.ts'
import { MoneyField } from '../../../../ui/fields/money-field.tsx'
import { NumberField } from '../../../../ui/fields/number-field.tsx'
import { TextArea } from '../../../../ui/fields/text-area.tsx'
import { QuestionField, questionElementId } from '../../forms/index.ts'
import { type BidBody, type BidderEvent, bidderQuery, saveBid, submitBid, withdrawBid } from './api.ts'
import { BidFiles } from './bid-files.tsx'
import classes from './bidder.module.css'

/** A pause in typing this long saves the draft. */
const AUTOSAVE_MS = 1_500

interface Values {
  price: Money | null
  leadTimeDays: number | null
  remark: string
  answers: Answers
  fileIds: string[]
}

const valuesOf = ({ bid }: BidderEvent): Values => ({
  price: bid?.price ?? null,
  leadTimeDays: bid?.leadTimeDays ?? null,
  remark: bid?.remark ?? '',
  answers: Object.fromEntries((bid?.answers ?? []).map(({ questionId, value }) => [questionId, value])),
  fileIds: bid?.fileIds ?? [],
})

const bodyOf = ({ answers, ...values }: Values, version: number): BidBody => ({
  ...values,
  answers: Object.entries(answers).map(([questionId, value]) => ({ questionId, value })),
  version,
})

const ids = (value: AnswerValue | undefined): string[] =>
  Array.isArray(value) ? value.filter((id): id is string => typeof id === 'string') : []

const areValues = (value: unknown): value is Values => {
  const { remark, answers, fileIds } = (value ?? {}) as Partial<Values>
  return typeof remark === 'string' && typeof answers === 'object' && answers !== null && Array.isArray(fileIds)
}

type Errors = Record<string, string>

const elementOf = (field: string): string =>
  ['price', 'leadTimeDays', 'remark', 'fileIds'].includes(field) ? `bid-${field}` : questionElementId(field)

/** Filling in the bid. It saves itself as a draft, and counts once it is submitted. */
export const BidForm = ({ token, event }: { token: string; event: BidderEvent }) => {
  const client = useQueryClient()
  const [values, setValues] = useState(() => valuesOf(event))
  const [files, setFiles] = useState<readonly BidFile[]>(event.files)
  const [errors, setErrors] = useState<Errors>({})
  const [state, setState] = useState<'saved' | 'changed' | 'saving' | 'failed'>('saved')
  const [problem, setProblem] = useState('')
  const [hasDraft, setHasDraft] = useState(event.hasDraft)
  const version = useRef(event.version)
  const latest = useRef(values)
  latest.current = values
  const form = { ...event.form, exchange: event.exchange }
  const isSubmitted = event.bidder.status === 'SUBMITTED'

  const saving = useRef<Promise<void>>(Promise.resolve())
  /** One after another, each with the version of the one before. */
  const keep = (): Promise<void> => {
    saving.current = saving.current.then(async () => {
      setState('saving')
      const sent = latest.current
      try {
        const saved = await saveBid(token, bodyOf(sent, version.current))
        version.current = saved.version
        setHasDraft(true)
        setState(latest.current === sent ? 'saved' : 'changed')
      } catch (error) {
        setState('failed')
        setProblem(errorMessage(error))
        if (isApiError(error) && error.fields) setErrors((known) => ({ ...known, ...error.fields }))
      }
    })
    return saving.current
  }
  usePauses({ pause: state === 'changed' ? AUTOSAVE_MS : null, change: values, save: () => void keep() })

  const typed = useDraft<Values>({
    name: `bid.${event.bidder.email}.${event.title}`,
    value: values,
    version: version.current,
    dirty: state !== 'saved',
    isDraftOf: areValues,
    onRestore: (kept) => change(kept),
    onUndo: (before) => change(before),
  })
  const change = (patch: Partial<Values>): void => {
    setValues((known) => ({ ...known, ...patch }))
    setState('changed')
    const changed = Object.keys(patch)
    setErrors((known) => Object.fromEntries(Object.entries(known).filter(([field]) => !changed.includes(field))))
  }
  const answer = (questionId: string, value: AnswerValue): void => {
    setValues((known) => ({ ...known, answers: { ...known.answers, [questionId]: value } }))
    setState('changed')
    setErrors(({ [questionId]: _, ...rest }) => rest)
  }

  const show = (faults: Errors): void => {
    setErrors(faults)
    const [first] = Object.keys(faults)
    if (!first) return
    requestAnimationFrame(() => {
      const node = document.getElementById(elementOf(first))
      node?.scrollIntoView({ block: 'center' })
      const control = node?.matches('input, textarea')
        ? node
        : node?.querySelector<HTMLElement>('input, textarea, button')
      control?.focus({ preventScroll: true })
    })
  }
  const refresh = () => client.invalidateQueries({ queryKey: bidderQuery(token).queryKey })
  const submit = useCommand<undefined, { version: number }>({
    run: async () => {
      await saving.current
      return submitBid(token, bodyOf(latest.current, version.current))
    },
    success: 'Bid submitted',
    onSuccess: async (saved) => {
      version.current = saved.version
      setHasDraft(false)
      setState('saved')
      await refresh()
      window.scrollTo({ top: 0 })
    },
    onError: (error) => {
      if (!isApiError(error) || !error.fields) return undefined
      show(error.fields)
      return true
    },
  })
  const withdraw = useCommand<undefined, { version: number }>({
    run: async () => {
      await saving.current
      return withdrawBid(token, version.current)
    },
    success: 'Bid withdrawn. It stays here as a draft',
    onSuccess: async (saved) => {
      version.current = saved.version
      setHasDraft(true)
      await refresh()
    },
  })
  const send = (happened: FormEvent): void => {
    happened.preventDefault()
    const faults: Errors = {
      ...(values.price === null && { price: 'Required' }),
      ...validateAnswers(form, values.answers),
    }
    if (Object.keys(faults).length > 0) show(faults)
    else submit.send(undefined)
  }
  const askWithdraw = async (): Promise<void> => {
    const sure = await confirm({
      title: 'Withdraw bid',
      text: 'Your bid no longer counts. It stays here as a draft that you can submit again before the deadline.',
      confirmLabel: 'Withdraw bid',
      danger: true,
    })
    if (sure) withdraw.send(undefined)
  }
  const { currency, enableCurrencies } = event.company
  const filing = filingSteps(form)
  return (
    <form noValidate onSubmit={send} className={classes.form}>
      <DraftNotice draft={typed} />
      <section className={classes.part} aria-labelledby="bid-offer">
        <h2 id="bid-offer">Price and lead time</h2>
        <MoneyField
          id="bid-price"
          label="Price"
          description="The total, without tax."
          required
          defaultCurrency={currency}
          enableCurrencies={enableCurrencies}
          value={values.price}
          error={errors.price}
          onChange={(price) => change({ price })}
        />
        <NumberField
          id="bid-leadTimeDays"
          label="Lead time in days"
          description="Until delivery, or until you can start."
          decimals={0}
          min={0}
          value={values.leadTimeDays}
          error={errors.leadTimeDays}
          onChange={(leadTimeDays) => change({ leadTimeDays })}
        />
      </section>
      {filing.map((step) => {
        const questions = visibleQuestions(form, values.answers, [step])
        return (
          questions.length > 0 && (
            <section key={step.id} className={classes.part} aria-labelledby={`bid-step-${step.id}`}>
              <h2 id={`bid-step-${step.id}`}>{step.label}</h2>
              {questions.map((question) =>
                question.type === 'DOCUMENTS' ? (
                  <div key={question.id} id={questionElementId(question.id)}>
                    <BidFiles
                      token={token}
                      label={question.label}
                      description={question.description}
                      required={question.isRequired}
                      error={errors[question.id]}
                      value={ids(values.answers[question.id])}
                      files={files}
                      onStored={(file) => setFiles((known) => [...known, file])}
                      onChange={(value) => answer(question.id, value)}
                    />
                  </div>
                ) : (
                  <QuestionField
                    key={question.id}
                    question={question}
                    value={values.answers[question.id] ?? null}
                    error={errors[question.id]}
                    currency={currency}
                    enableCurrencies={enableCurrencies}
                    onChange={answer}
                  />
                ),
              )}
            </section>
          )
        )
      })}
      <section className={classes.part} aria-labelledby="bid-more">
        <h2 id="bid-more">Remarks and files</h2>
        <TextArea
          id="bid-remark"
          label="Remarks"
          maxLength={5000}
          value={values.remark}
          error={errors.remark}
          onChange={({ currentTarget }) => change({ remark: currentTarget.value })}
        />
        <div id="bid-fileIds">
          <BidFiles
            token={token}
            label="Files"
            description="Up to 20 files of 10 MB. They are encrypted like your bid."
            error={errors.fileIds}
            value={values.fileIds}
            files={files}
            onStored={(file) => setFiles((known) => [...known, file])}
            onChange={(fileIds) => change({ fileIds })}
          />
        </div>
      </section>
      <div className={classes.footer}>
        <p role="status" className={classes.state}>
          {state === 'saving' && 'Saving…'}
          {state === 'changed' && 'Not saved yet'}
          {state === 'failed' && `The draft wasn’t saved. ${problem}`}
          {state === 'saved' &&
            (hasDraft ? 'Draft saved, encrypted' : isSubmitted ? 'Submitted, nothing changed since' : '')}
        </p>
        <div className={classes.buttons}>
          {isSubmitted && (
            <Button variant="default" loading={withdraw.isPending} onClick={() => void askWithdraw()}>
              Withdraw bid
            </Button>
          )}
          <Button type="submit" loading={submit.isPending}>
            {isSubmitted ? 'Replace bid' : 'Submit bid'}
          </Button>
        </div>
      </div>
    </form>
  )
}
