import { Button, Loader, UnstyledButton } from '@mantine/core'
import type { ChatContent, ChatMessage } from '../../../../schema/documents/chats/endpoints.ts'
import classes from './chat.module.css'

interface MessageProps {
  message: ChatMessage
  onPage?: (page: number) => void
  /** Asks again what wasn't answered. */
  onRetry?: () => void
}

const keyOf = (part: ChatContent, i: number): string => `${part.type} ${i}`

export const Message = ({ message, onPage, onRetry }: MessageProps) => {
  const { role, status, content } = message
  return (
    <li className={classes.message} data-role={role}>
      <span className={classes.who}>{role === 'user' ? 'You' : 'Assistant'}</span>
      {status === 'in_progress' && (
        <span className={classes.note} role="status">
          <Loader size={14} /> Looking for an answer…
        </span>
      )}
      {status === 'incomplete' && (
        <span className={classes.fault}>
          This question couldn’t be answered just now.
          {onRetry && (
            <Button variant="default" size="compact-sm" onClick={onRetry}>
              Ask again
            </Button>
          )}
        </span>
      )}
      {content.map((part, i) => (
        <Part key={keyOf(part, i)} part={part} {...(onPage && { onPage })} />
      ))}
    </li>
  )
}

const Part = ({ part, onPage }: { part: ChatContent; onPage?: (page: number) => void }) => {
  if (part.type === 'refusal') return <p className={classes.refusal}>{part.refusal}</p>
  if (part.type === 'image_url') return <img className={classes.image} src={part.image_url.url} alt="" />
  if (part.type === 'image_file') return null
  const { value, annotations } = part.text
  return (
    <>
      <p className={classes.text}>{value}</p>
      {annotations.length > 0 && (
        <ul className={classes.quotes} aria-label="Places in the document">
          {annotations.map(({ text, start_index: start, file_citation: { quote, page } }) => (
            <li key={start}>
              <span>{text}</span> <q>{quote}</q>{' '}
              {onPage ? (
                <UnstyledButton
                  className={classes.page}
                  onClick={() => onPage(page)}
                  aria-label={`p. ${page}, quote ${text}`}
                >
                  p. {page}
                </UnstyledButton>
              ) : (
                <span>p. {page}</span>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
