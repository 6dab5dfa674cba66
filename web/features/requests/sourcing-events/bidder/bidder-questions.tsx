import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useCommand } from '../../../../lib/use-command.ts'
import { DateTimeText } from '../../../../ui/date-text.tsx'
import { TextArea } from '../../../../ui/fields/text-area.tsx'
import { askQuestion, type BidderEvent, bidderQuery } from './api.ts'
import classes from './bidder.module.css'

/** What was asked and answered, and a question of one's own. */
export const BidderQuestions = ({ token, event, isOpen }: { token: string; event: BidderEvent; isOpen: boolean }) => {
  const client = useQueryClient()
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const ask = useCommand<string, { id: string }>({
    run: (question, { commandId }) => askQuestion(token, question, commandId),
    success: `Question sent to ${event.company.name}`,
    onSuccess: async () => {
      setText('')
      await client.invalidateQueries({ queryKey: bidderQuery(token).queryKey })
    },
  })
  const send = (happened: FormEvent): void => {
    happened.preventDefault()
    if (!text.trim()) {
      setError('Required')
      document.getElementById('bid-question')?.focus()
      return
    }
    ask.send(text)
  }
  return (
    <section className={classes.aside} aria-labelledby="bid-questions">
      <h2 id="bid-questions">Questions and answers</h2>
      {event.questions.length === 0 && <p className={classes.dim}>No questions yet.</p>}
      <ul className={classes.questions}>
        {event.questions.map(({ id, question, answer, askedAt }) => (
          <li key={id}>
            <p className={classes.question}>{question}</p>
            {answer === null ? (
              <p className={classes.dim}>
                You asked this, <DateTimeText instant={askedAt} />. Not answered yet.
              </p>
            ) : (
              <p className={classes.answer}>{answer}</p>
            )}
          </li>
        ))}
      </ul>
      {isOpen && (
        <form noValidate onSubmit={send} className={classes.ask}>
          <TextArea
            id="bid-question"
            label="Ask a question"
            description="All bidders see the question and answer, but not your name."
            maxLength={2000}
            value={text}
            error={error}
            onChange={({ currentTarget }) => {
              setText(currentTarget.value)
              setError(null)
            }}
          />
          <Button type="submit" variant="default" loading={ask.isPending}>
            Send question
          </Button>
        </form>
      )}
    </section>
  )
}
