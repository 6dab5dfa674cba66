import { Button, Group, Loader, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type ChatMessage, LONGEST_QUESTION, MOST_QUESTIONS } from '../../../../schema/documents/chats/endpoints.ts'
import { ApiError } from '../../../lib/errors.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { Select } from '../../../ui/choices/select.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { ask, type ChatAbout, chatKeys, startChat, useChatMessages, useChatThreads } from './api.ts'
import classes from './chat.module.css'
import { Message } from './message.tsx'

interface ChatProps {
  about: ChatAbout
  /** Says what can be asked, before anything is. */
  hint: string
  examples: string[]
  /** Shows a page of the document. */
  onPage?: (page: number) => void
}

/** A conversation with the assistant: the last one, an earlier one, or a new one. */
export const Chat = ({ about, hint, examples, onPage }: ChatProps) => {
  const { data: threads, error, refetch } = useChatThreads(about)
  /** Undefined is the last one, null a new one. */
  const [chosen, setChosen] = useState<string | null | undefined>(undefined)
  const threadId = chosen === undefined ? (threads?.[0]?.id ?? null) : chosen
  const messages = useChatMessages(threadId)
  if (error && !threads) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  if (!threads) return <Loader size={16} aria-label="Loading the conversation" />
  const said = threadId === null ? [] : messages.data
  return (
    <div className={classes.chat}>
      {threads.length > 0 && (
        <Group gap="xs" className={classes.threads ?? ''}>
          {threads.length > 1 && (
            <Select
              aria-label="Conversation"
              size="xs"
              className={classes.choice ?? ''}
              value={threadId ?? ''}
              onChange={(id) => setChosen(id || null)}
              allowDeselect={false}
              data={[
                ...(threadId === null ? [{ value: '', label: 'New conversation' }] : []),
                ...threads.map(({ id, title }) => ({ value: id, label: title || 'No question yet' })),
              ]}
            />
          )}
          {threadId !== null && (said?.length ?? 0) > 0 && (
            <Button variant="subtle" size="compact-sm" onClick={() => setChosen(null)}>
              New conversation
            </Button>
          )}
        </Group>
      )}
      {messages.error && !said && threadId !== null ? (
        <ErrorState error={messages.error} onRetry={() => void messages.refetch()} compact />
      ) : (
        <Conversation
          key={threadId ?? 'new'}
          about={about}
          threadId={threadId}
          messages={said ?? []}
          intro={{ hint, examples }}
          onThread={setChosen}
          {...(onPage && { onPage })}
        />
      )}
    </div>
  )
}

interface ConversationProps {
  about: ChatAbout
  threadId: string | null
  messages: ChatMessage[]
  intro: { hint: string; examples: string[] }
  onThread: (id: string) => void
  onPage?: (page: number) => void
}

const textOf = ({ content }: ChatMessage): string =>
  content.map((part) => (part.type === 'text' ? part.text.value : '')).join(' ')

const Conversation = ({ about, threadId, messages, intro, onThread, onPage }: ConversationProps) => {
  const client = useQueryClient()
  const [question, setQuestion] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const list = useRef<HTMLOListElement>(null)
  const started = useRef<string | null>(threadId)
  const send = useCommand<string>({
    run: async (content, { commandId }) => {
      // A conversation that was started stays the one to ask in if asking fails.
      started.current ??= await startChat(about, `${commandId}-t`)
      const { messages: both } = await ask(started.current, content, commandId)
      client.setQueryData<ChatMessage[]>(chatKeys.messages(started.current), [...messages, ...both])
      onThread(started.current)
    },
    invalidates: [chatKeys.threads(about)],
    onSuccess: () => {
      setQuestion('')
      setProblem(null)
    },
    onError: (error) => {
      const said = error instanceof ApiError ? (error.fields?.content ?? error.message) : null
      setProblem(said)
      return said !== null
    },
  })
  const waits = messages.at(-1)?.status === 'in_progress'
  const isFull = messages.length >= 2 * MOST_QUESTIONS
  const submit = (event?: FormEvent): void => {
    event?.preventDefault()
    const content = question.trim()
    if (content && !waits && !send.isPending) send.send(content)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit()
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message scrolls to the end
  useEffect(() => {
    const shown = list.current
    if (shown) shown.scrollTop = shown.scrollHeight
  }, [messages.length, waits])
  return (
    <>
      {messages.length === 0 ? (
        <div className={classes.intro}>
          <p>{intro.hint}</p>
          <Group gap={6}>
            {intro.examples.map((example) => (
              <Button
                key={example}
                variant="default"
                size="compact-sm"
                disabled={send.isPending}
                onClick={() => send.send(example)}
              >
                {example}
              </Button>
            ))}
          </Group>
        </div>
      ) : (
        <ol
          ref={list}
          className={classes.messages}
          aria-label="Questions and answers"
          aria-live="polite"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
          tabIndex={0}
        >
          {messages.map((message, i) => (
            <Message
              key={message.id}
              message={message}
              {...(onPage && { onPage })}
              {...(i === messages.length - 1 &&
                message.status === 'incomplete' && {
                  onRetry: () => send.send(textOf(messages[i - 1] ?? message)),
                })}
            />
          ))}
        </ol>
      )}
      {isFull ? (
        <p className={classes.note}>This conversation is full. Start a new one.</p>
      ) : (
        <form className={classes.ask} onSubmit={submit}>
          <Textarea
            label="Your question"
            autosize
            minRows={1}
            maxRows={6}
            maxLength={LONGEST_QUESTION}
            value={question}
            onChange={(event) => setQuestion(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            error={problem}
          />
          <Button type="submit" size="compact-md" loading={send.isPending} disabled={waits || question.trim() === ''}>
            Ask
          </Button>
        </form>
      )}
    </>
  )
}
