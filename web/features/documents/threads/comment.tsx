import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { CommentLine } from '../../../../schema/documents/threads/endpoints.ts'
import { bodyParts, plainText } from '../../../../schema/documents/threads/mentions.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { isApiError } from '../../../lib/errors.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { DateTimeText } from '../../../ui/date-text.tsx'
import { PersonAvatar } from '../../../ui/person-name.tsx'
import { RichText } from '../../../ui/rich-text.tsx'
import { DocumentManager } from '../documents/index.ts'
import { type Subject, useConversation, useDeleteComment, useEditComment } from './api.ts'
import { CommentField } from './comment-field.tsx'
import { problemOf } from './composer.tsx'
import { toBody, toWritten } from './mention-text.ts'
import classes from './threads.module.css'

/** The text with its mentions and links, always shown as plain text. */
const Body = ({ body }: { body: string }) => (
  <p className={classes.body}>
    {bodyParts(body).map((part, i) => {
      // Pieces of a text have no identity other than their position.
      const key = `${i}`
      return 'mention' in part ? (
        <span key={key} className={classes.mention}>
          @{part.mention.name}
        </span>
      ) : (
        <RichText key={key} text={part.text} />
      )
    })}
  </p>
)

export const Comment = ({ subject, comment }: { subject: Subject; comment: CommentLine }) => {
  const [editing, setEditing] = useState(false)
  const { isInside, files } = useConversation()
  const remove = useDeleteComment(subject)
  const author = fullName(comment.createdByUser)
  const name = comment.impersonator ? `${comment.impersonator.name} on behalf of ${author}` : author
  const askDelete = async (): Promise<void> => {
    const sure = await confirm({
      title: 'Delete comment',
      text: 'The text is permanently deleted; a placeholder stays in the discussion.',
      confirmLabel: 'Delete comment',
      danger: true,
    })
    if (sure) remove.send(comment.id)
  }
  return (
    <li className={classes.comment}>
      <PersonAvatar name={comment.impersonator?.name ?? author} />
      <div className={classes.commentText}>
        <div className={classes.commentHead}>
          <span className={classes.author}>{name}</span>
          <span className={classes.dim}>
            <DateTimeText instant={comment.createdAt} />
            {comment.updatedAt !== comment.createdAt && !comment.deletedAt && ' · edited'}
          </span>
          {(comment.canEdit || comment.canDelete) && !editing && (
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon size="sm" variant="subtle" color="gray" aria-label={`Actions of the comment of ${name}`}>
                  <IconDots size={16} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {comment.canEdit && (
                  <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => setEditing(true)}>
                    Edit
                  </Menu.Item>
                )}
                <Menu.Item
                  color="red"
                  leftSection={<IconTrash size={16} aria-hidden />}
                  onClick={() => void askDelete()}
                >
                  Delete
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          )}
        </div>
        {comment.deletedAt ? (
          <p className={classes.dim}>This comment was deleted.</p>
        ) : editing ? (
          <Editor subject={subject} comment={comment} onClose={() => setEditing(false)} />
        ) : (
          <Body body={comment.body} />
        )}
        {comment.documents.length > 0 && !isInside && (
          <ul className={classes.files} aria-label="Documents of the comment">
            {comment.documents.map(({ id, displayName }) => (
              <li key={id}>
                {files ? (
                  <a href={files.href(id)} target="_blank" rel="noreferrer">
                    {displayName}
                  </a>
                ) : (
                  displayName
                )}
              </li>
            ))}
          </ul>
        )}
        {comment.documents.length > 0 && isInside && (
          <DocumentManager
            readOnly
            value={comment.documents.map(({ id }) => id)}
            aria-label="Documents of the comment"
          />
        )}
      </div>
    </li>
  )
}

interface EditorProps {
  subject: Subject
  comment: CommentLine
  onClose: () => void
}

/** If a comment was changed elsewhere meanwhile, that is shown beside one's own text, which stays. */
const Editor = ({ subject, comment, onClose }: EditorProps) => {
  const [written, setWritten] = useState(() => toWritten(comment.body))
  const [base, setBase] = useState(comment.version)
  const [problem, setProblem] = useState<string | null>(null)
  const edit = useEditComment(subject, comment.id, {
    onError: (error) => {
      const found = isApiError(error, 'CONFLICT')
        ? 'This comment was changed elsewhere. Save again to keep your text.'
        : problemOf(error)
      setProblem(found)
      return found !== null
    },
  })
  const changed = comment.version !== base
  const save = (): void => {
    if (written.text.trim() === '' || edit.isPending) return
    setProblem(null)
    void edit.sendAsync({ body: toBody(written).trim(), version: base }).then(onClose, () => {})
  }
  return (
    <div className={classes.composer}>
      {changed && (
        <div role="alert" className={classes.other}>
          <span className={classes.dim}>It now reads:</span>
          <p className={classes.body}>{plainText(comment.body)}</p>
        </div>
      )}
      <CommentField label="Comment" value={written} onChange={setWritten} error={problem} autoFocus onSubmit={save} />
      <Group gap="xs">
        <Button
          size="compact-md"
          loading={edit.isPending}
          disabled={written.text.trim() === ''}
          onClick={() => {
            // The person has seen the current text, so saving over it is intended.
            if (changed) setBase(comment.version)
            save()
          }}
        >
          Save comment
        </Button>
        <Button size="compact-md" variant="subtle" color="gray" disabled={edit.isPending} onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </div>
  )
}
