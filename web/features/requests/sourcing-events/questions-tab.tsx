import { Button } from '@mantine/core'
import { IconMessageQuestion, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { answerQuestion, postNotice } from '../../../../schema/requests/sourcing-events/endpoints.ts'
import { DateTimeText } from '../../../ui/date-text.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { eventKeys, type SourcingEvent } from './api.ts'
import { DialogButtons, FormDialog } from './event-dialogs.tsx'
import classes from './events.module.css'

type Question = SourcingEvent['questions'][number]

/** What bidders asked, and what all of them were told. */
export const QuestionsTab = ({ event }: { event: SourcingEvent }) => {
  const [open, setOpen] = useState<Question | 'new' | null>(null)
  const mayAnswer = event.canManage && event.status === 'OPEN'
  const notice = mayAnswer && (
    <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen('new')}>
      Publish clarification
    </Button>
  )
  return (
    <>
      {event.questions.length === 0 ? (
        <EmptyState
          icon={<IconMessageQuestion size={20} aria-hidden />}
          title="No questions yet"
          text="Bidders can ask until the deadline. Everyone gets the question and the answer, but not who asked."
          action={notice || undefined}
        />
      ) : (
        <>
          <div className={classes.bar}>
            <p className={classes.dim}>
              All bidders get each question with its answer at the same time. No one learns who asked.
            </p>
            {notice}
          </div>
          <ul className={classes.cards}>
            {event.questions.map((question) => (
              <li key={question.id} className={classes.card} data-open={question.answer === null || undefined}>
                <div className={classes.cardHead}>
                  <h3 className={classes.cardTitle}>{question.question}</h3>
                  <span className={classes.dim}>
                    {question.bidder ? `Asked by ${question.bidder.name}` : 'Clarification'},{' '}
                    <DateTimeText instant={question.askedAt} />
                  </span>
                </div>
                {question.answer !== null && <p className={classes.answer}>{question.answer}</p>}
                {mayAnswer && (
                  <div className={classes.actions}>
                    <Button
                      size="compact-sm"
                      variant={question.answer === null ? 'filled' : 'default'}
                      onClick={() => setOpen(question)}
                    >
                      {question.answer === null ? 'Answer' : 'Change answer'}
                    </Button>
                  </div>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {open === 'new' && <NoticeDialog event={event} onClose={() => setOpen(null)} />}
      {open && open !== 'new' && <AnswerDialog event={event} question={open} onClose={() => setOpen(null)} />}
    </>
  )
}

interface DialogProps {
  event: SourcingEvent
  onClose: () => void
}

const AnswerDialog = ({ event, question, onClose }: DialogProps & { question: Question }) => {
  const { form, submit, isPending } = useEndpointForm(answerQuestion, {
    params: { eventId: event.id, questionId: question.id },
    initial: { question: question.question, answer: question.answer ?? '' },
    toBody: (values) => ({ ...values, version: question.version }),
    success: 'Answer sent to all bidders',
    invalidates: [eventKeys.one(event.id)],
    onSuccess: onClose,
  })
  return (
    <FormDialog
      title={question.answer === null ? 'Answer question' : 'Change answer'}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextArea
        label="Question"
        description="As all bidders read it. Remove anything that reveals who asked."
        required
        maxLength={2000}
        {...form.getInputProps('question')}
      />
      <TextArea label="Answer" required maxLength={5000} {...form.getInputProps('answer')} />
      <DialogButtons onClose={onClose} isPending={isPending} submit="Send to all bidders" />
    </FormDialog>
  )
}

const NoticeDialog = ({ event, onClose }: DialogProps) => {
  const { form, submit, isPending } = useEndpointForm(postNotice, {
    params: { eventId: event.id },
    initial: { question: '', answer: '' },
    success: 'Clarification sent to all bidders',
    invalidates: [eventKeys.one(event.id)],
    onSuccess: onClose,
  })
  return (
    <FormDialog title="Publish clarification" onClose={onClose} onSubmit={submit}>
      <TextArea label="About" required minRows={1} maxLength={2000} {...form.getInputProps('question')} />
      <TextArea label="Clarification" required maxLength={5000} {...form.getInputProps('answer')} />
      <DialogButtons onClose={onClose} isPending={isPending} submit="Send to all bidders" />
    </FormDialog>
  )
}
