import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import {
  type CellState,
  type GivenUpEffect,
  MOST_AT_ONCE,
  putEffectsAside,
} from '../../../../schema/platform/operations/endpoints.ts'
import { formatNumber } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AgeText } from '../../../ui/date-text.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../ui/endpoint-form.ts'
import { TextArea } from '../../../ui/fields/text-area.tsx'
import { TableView } from '../../../ui/table/table-view.tsx'
import type { Column } from '../../../ui/table/types.ts'
import { type Chosen, companyText, operationsKeys, sendAgain } from './api.ts'
import { Part } from './part.tsx'

type Effect = GivenUpEffect & { cell: number }
type Kind = CellState['givenUpKinds'][number] & { cell: number; refusal: string | null }

/** What someone is about to put aside, in words. */
interface Asked {
  chosen: Chosen
  what: string
}

const countText = ({ count, isMore }: { count: number; isMore: boolean }, done: string): string =>
  `${formatNumber(count)} ${count === 1 ? 'effect' : 'effects'} ${done}${isMore ? '. There are more' : ''}`

const Actions = ({
  chosen,
  what,
  refusal,
  onAside,
}: Asked & { refusal: string | null; onAside: (asked: Asked) => void }) => {
  const again = useCommand({
    run: (_: undefined, { commandId }) => sendAgain(chosen, commandId),
    success: (result) => countText(result, 'sent again'),
    invalidates: [operationsKeys.state],
  })
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {refusal === null && (
        <Button
          size="compact-sm"
          variant="default"
          loading={again.isPending}
          aria-label={`Send again: ${what}`}
          onClick={() => again.send(undefined)}
        >
          Send again
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        aria-label={`Put aside: ${what}`}
        onClick={() => onAside({ chosen, what })}
      >
        Put aside
      </Button>
    </Group>
  )
}

const kindColumns = (onAside: (asked: Asked) => void): Column<Kind>[] => [
  { id: 'what', header: 'Kind', cell: ({ what }) => what },
  { id: 'count', header: 'Given up', align: 'right', width: '7rem', cell: ({ count }) => formatNumber(count) },
  { id: 'cell', header: 'Database', align: 'right', width: '6rem', cell: ({ cell }) => cell },
  {
    id: 'actions',
    header: '',
    width: '13rem',
    cell: ({ cell, topic, what, count, refusal }) => (
      <Actions
        chosen={{ cell, topic }}
        what={`all ${formatNumber(Math.min(count, MOST_AT_ONCE))} of ${what}`}
        refusal={refusal}
        onAside={onAside}
      />
    ),
  },
]

const effectColumns = (onAside: (asked: Asked) => void): Column<Effect>[] => [
  {
    id: 'what',
    header: 'What',
    cell: ({ what, refusal }) => (
      <>
        {what}
        {refusal !== null && (
          <Text size="xs" c="dimmed">
            {refusal}
          </Text>
        )}
      </>
    ),
  },
  { id: 'company', header: 'Company', width: '12rem', cell: companyText },
  { id: 'error', header: 'Last error', cell: ({ error }) => error ?? '–' },
  { id: 'attempts', header: 'Attempts', align: 'right', width: '6rem', cell: ({ attempts }) => formatNumber(attempts) },
  { id: 'at', header: 'Given up', width: '8rem', cell: ({ diedAt }) => <AgeText instant={diedAt} /> },
  { id: 'cell', header: 'Database', align: 'right', width: '6rem', cell: ({ cell }) => cell },
  {
    id: 'actions',
    header: '',
    width: '13rem',
    cell: ({ cell, topic, id, what, refusal, ...effect }) => (
      <Actions
        chosen={{ cell, topic, effectId: id }}
        what={`${what}, ${companyText(effect)}`}
        refusal={refusal}
        onAside={onAside}
      />
    ),
  },
]

/** What was given up, sent again or put aside, one or all of a kind. */
export const GivenUpParts = ({ cells }: { cells: readonly CellState[] }) => {
  const [asked, setAsked] = useState<Asked | null>(null)
  const effects = cells.flatMap(({ cell, givenUp }) => givenUp.map((effect) => ({ ...effect, cell })))
  const kinds = cells.flatMap(({ cell, givenUpKinds }) =>
    givenUpKinds.map((kind) => {
      const own = effects.filter((effect) => effect.cell === cell && effect.topic === kind.topic)
      // One that can be sent again is enough: the others stay.
      const isAble = own.length === 0 || own.some(({ refusal }) => refusal === null)
      return { ...kind, cell, refusal: isAble ? null : (own[0]?.refusal ?? null) }
    }),
  )
  return (
    <>
      {kinds.length > 0 && (
        <Part title="Given up, by kind">
          <TableView<Kind>
            label="Given up, by kind"
            columns={kindColumns(setAsked)}
            rows={kinds}
            rowId={({ cell, topic }) => `${cell} ${topic}`}
            rowKeys={false}
            empty={{ title: 'Nothing was given up' }}
          />
        </Part>
      )}
      <Part title="Given up">
        <TableView<Effect>
          label="Given up"
          columns={effectColumns(setAsked)}
          rows={effects}
          rowId={({ id, cell }) => `${cell} ${id}`}
          rowKeys={false}
          empty={{ title: 'Nothing was given up in the last 90 days' }}
        />
      </Part>
      <Dialog opened={asked !== null} onClose={() => setAsked(null)} title="Put aside">
        {asked && <AsideForm asked={asked} onClose={() => setAsked(null)} />}
      </Dialog>
    </>
  )
}

const AsideForm = ({ asked: { chosen, what }, onClose }: { asked: Asked; onClose: () => void }) => {
  const { form, submit, isPending } = useEndpointForm(putEffectsAside, {
    initial: { reason: '' },
    toBody: (values) => ({ ...chosen, ...values }),
    success: (result) => countText(result, 'put aside'),
    invalidates: [operationsKeys.state],
    onSuccess: onClose,
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text>{what}: it isn’t carried out, and can’t be sent again afterwards.</Text>
        <TextArea
          label="Reason"
          description="It is in the history of the company."
          required
          maxLength={300}
          {...form.getInputProps('reason')}
        />
      </Stack>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isPending}>
          Put aside
        </Button>
      </Group>
    </form>
  )
}
