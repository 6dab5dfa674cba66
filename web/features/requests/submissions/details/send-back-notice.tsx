import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { ApprovalsView, BlockView } from '../../../../../schema/approvals/engine/endpoints.ts'
import { isSentBack, type SentBack } from '../../../../../schema/approvals/engine/model.ts'
import { answerSendBack, takeBackSendBack } from '../../../../../schema/approvals/engine/send-back-endpoints.ts'
import type { Address } from '../../../../lib/address.ts'
import { call } from '../../../../lib/rest.ts'
import { useCommand } from '../../../../lib/use-command.ts'
import { AppLink } from '../../../../ui/app-link.tsx'
import { DateText } from '../../../../ui/date-text.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../../ui/endpoint-form.ts'
import { TextArea } from '../../../../ui/fields/text-area.tsx'
import { isoOf } from '../blocks.ts'
import { useSubjectApi } from '../subject-api.ts'
import classes from './send-back.module.css'

const senderOf = ({ by, onBehalfOf }: SentBack): string => (onBehalfOf ? `${by.name} for ${onBehalfOf.name}` : by.name)

interface SendBackNoticeProps {
  id: string
  approvals: ApprovalsView | undefined
  /** Where the person edits it. Null if they can't. */
  editHref: Address | null
}

/** What approvers ask the requester to change, and the ways to answer. */
export const SendBackNotice = ({ id, approvals, editHref }: SendBackNoticeProps) => {
  const { noun } = useSubjectApi()
  const [answering, answer] = useDisclosure(false)
  const asking = (approvals?.levels ?? [])
    .flatMap(({ blocks }) => blocks)
    .filter((block) => isSentBack(block) && block.sentBack)
  if (approvals?.status !== 'PENDING' || approvals.archived || asking.length === 0) return null
  const { canAnswer } = approvals
  return (
    <section className={classes.notice} aria-label="Changes requested">
      <h2 className={classes.title}>
        <IconArrowBackUp size={18} aria-hidden />
        {canAnswer ? 'Changes requested' : `Sent back to the requester`}
      </h2>
      <ul className={classes.list}>
        {asking.map((block) => (
          <Asked key={block.id} id={id} block={block} />
        ))}
      </ul>
      {canAnswer && (
        <div className={classes.actions}>
          {editHref && (
            <Button component={AppLink} href={editHref}>
              Edit {noun}
            </Button>
          )}
          <Button variant="default" onClick={answer.open}>
            Answer without changes
          </Button>
        </div>
      )}
      {answering && <AnswerDialog id={id} onClose={answer.close} />}
    </section>
  )
}

const Asked = ({ id, block }: { id: string; block: BlockView }) => {
  const { keyOf } = useSubjectApi()
  const takeBack = useCommand({
    run: (_: undefined, { commandId }) => call(takeBackSendBack, { params: { id: block.id }, commandId }),
    success: 'Send-back undone',
    invalidates: [keyOf(id)],
  })
  const { sentBack } = block
  if (!sentBack) return null
  return (
    <li>
      <p className={classes.who}>
        <strong>{senderOf(sentBack)}</strong> ({block.label}), <DateText instant={isoOf(sentBack.at)} />
      </p>
      <p className={classes.message}>{sentBack.message}</p>
      {block.canTakeBack && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={takeBack.isPending}
          onClick={() => takeBack.send(undefined)}
        >
          Undo send-back
        </Button>
      )}
    </li>
  )
}

const AnswerDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { keyOf, targetType } = useSubjectApi()
  const { form, submit, isPending } = useEndpointForm(answerSendBack, {
    params: { targetType, id },
    initial: { message: '' },
    success: 'Answer sent',
    invalidates: [keyOf(id)],
    onSuccess: onClose,
  })
  return (
    <Dialog opened onClose={onClose} title="Answer without changes">
      <form onSubmit={submit} noValidate>
        <Text>Approvers are asked again, with your answer.</Text>
        <TextArea
          mt="md"
          label="Message"
          description="Optional."
          maxLength={5000}
          minRows={2}
          data-autofocus
          {...form.getInputProps('message')}
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button type="submit" loading={isPending}>
            Send answer
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}

const ENDS: Record<NonNullable<SentBack['ended']>['how'], string> = {
  EDITED: 'edited it',
  UNCHANGED: 'answered without changes',
  TAKEN_BACK: 'undid that',
  BYPASSED: 'bypassed the step',
}

/** The last time a step was sent back, and the answer. */
export const SendBackFacts = ({ block }: { block: BlockView }) => {
  const { sentBack } = block
  if (!sentBack) return null
  const { ended, message } = sentBack
  return (
    <div className={classes.facts}>
      <p>
        <IconArrowBackUp size={14} aria-hidden /> {senderOf(sentBack)} asked for changes:{' '}
        <q className={classes.quote}>{message}</q>
      </p>
      {ended && (
        <p>
          {ended.by.name} {ENDS[ended.how]}
          {ended.how === 'UNCHANGED' && ended.message && (
            <>
              : <q className={classes.quote}>{ended.message}</q>
            </>
          )}
        </p>
      )}
    </div>
  )
}
